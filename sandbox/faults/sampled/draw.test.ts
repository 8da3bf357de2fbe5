import { afterAll, expect, test } from "vitest";
import { specified } from "../../api/specified.ts";
import { createSandbox, type Sandbox } from "../../create-sandbox.ts";
import { createRandom } from "../../world/data/random.ts";
import { noticeOf } from "../../world/notices.ts";
import { all } from "../changes/fault.ts";
import { deviationClasses } from "./deviation.ts";
import { deviationsOf, drawFault } from "./draw.ts";
import { drawTrigger } from "./trigger.ts";

const numbers = Array.from({ length: 400 }, (_, index) => index + 1);
const sandboxes: Sandbox[] = [];
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));

/** The answers of a sandbox with a change to some reads. */
async function reads(change = all()): Promise<string[]> {
  const sandbox = await createSandbox({ clock: "frozen", behaviour: change()(specified()) });
  sandboxes.push(sandbox);
  const { partner_token, owner_user_token } = sandbox.platform.world.people.credentials;
  const asked = [
    "/countries",
    "/marketplace/salon/109/application/200",
    "/marketplace/application/200/salons?page=1&count=3",
  ];
  const urls = [
    ...asked.map((path) => sandbox.urls.base_url + path),
    `${sandbox.urls.api_root}/v1/clients/103?count=2`,
  ];
  const answers: string[] = [];
  for (const url of urls) {
    const authorization = `Bearer ${partner_token}, User ${owner_user_token}`;
    const response = await fetch(url, { headers: { authorization } });
    answers.push(`${response.status} ${await response.text()}`);
  }
  return answers;
}

test("the same seed and number draw the same fault, and other seeds draw others", () => {
  const names = (seed: number) => numbers.map((number) => drawFault(seed, number).name);
  const [first, second] = [names(1), names(2)];
  expect(names(1)).toEqual(first);
  expect(first.filter((name, index) => name === second[index])).toEqual([]);
});

test("each class is drawn about as often as any other", () => {
  const classes = numbers.map((number) => drawFault(5, number).class);
  const counts = deviationClasses.map((name) => classes.filter((drawn) => drawn === name).length);
  expect(Math.min(...counts)).toBeGreaterThan(numbers.length / deviationClasses.length / 2);
});

test("each deviation has a name of its own", () => {
  for (const name of deviationClasses) {
    const names = deviationsOf(name).map((deviation) => deviation.name);
    expect(names.filter((each, index) => names.indexOf(each) !== index)).toEqual([]);
  }
});

test("dry faults change nothing, and report when they would", async () => {
  const met = new Set<number>();
  const faults = numbers.map((number) => drawFault(3, number));
  const dry = all(...faults.map((fault) => fault.change(() => met.add(fault.number), true)));
  expect(await reads(dry)).toEqual(await reads());
  expect(met.size).toBeGreaterThan(0);
});

test("a fault that is planted changes what a client reads exactly where its dry run said so", async () => {
  const right = await reads();
  const touched = ["listCountries", "readInstallationStatus", "listConnectedLocations", "listClients"];
  const faults = numbers.map((number) => drawFault(3, number)).filter(({ place }) => touched.includes(place));
  for (const fault of faults.slice(0, 8)) {
    let [wouldShow, shows] = [false, false];
    await reads(
      fault.change(() => {
        wouldShow = true;
      }, true),
    );
    const answers = await reads(
      fault.change(() => {
        shows = true;
      }),
    );
    expect([fault.name, shows, answers.join() !== right.join()]).toEqual([fault.name, wouldShow, wouldShow]);
  }
});

test("every deviation can be planted, and a webhook passes all of them", () => {
  const webhook = noticeOf(
    "uninstall",
    "http://127.0.0.1/",
    { event: "uninstall", salon_id: 100, application_id: 200 },
    0,
  );
  for (const name of deviationClasses)
    for (const { plant, place } of deviationsOf(name)) {
      const trigger = drawTrigger(createRandom(1, place), place);
      if (!trigger) continue;
      const always = { ...trigger, ofWebhooks: () => () => true };
      const { notices } = plant({ trigger: always, onShown: () => undefined, isDry: false })()(specified());
      expect(() => notices.flatMap((reshape) => reshape(webhook, 0))).not.toThrow();
    }
});
