import { Untestable } from "../../../base/errors.ts";
import { counted } from "../../../base/wording.ts";
import type { InstallState } from "../../../specs/install-machine.ts";
import { confirm, confirmAtWrongHost, fixtureLink, grant, install, secondLink, uninstall } from "../run/installing.ts";
import type { LinkId } from "../run/link-id.ts";
import {
  checkNotActive,
  checkState,
  describeReading,
  linkRemains,
  observedState,
  readSettledStatus,
  readStatus,
  requireActive,
  type StatusReading,
  saysNoLink,
} from "../run/link-status.ts";
import { freshInstallation } from "../run/needs.ts";
import { firstWhenQuick, type Proof, proof, unlessQuick } from "../run/proof.ts";
import { unknownId } from "../run/unknown-id.ts";
import type { World } from "../run/world.ts";
import { changesIn, isLoggedActive } from "./status-checks.ts";

const describe = ({ exchange: { response }, state, createdAt }: StatusReading): string =>
  response.status === 200 ? `${String(state)} since ${String(createdAt)}` : `the status ${response.status}`;

/** Where links are whose status is read at both addresses. */
const statusPlaces: [place: string, needs: string[], linkIn: (world: World) => LinkId | Promise<LinkId>][] = [
  ["at a Location", [], fixtureLink],
  ["at a second Location", ["fixtures.second_location_id"], (world) => secondLink(world)],
];

/** How often a log says that a link was confirmed. */
const confirmationsIn = (reading: StatusReading): number =>
  changesIn(reading).filter((change) => change === "pending → active").length;

/** Proofs of the second step: which callbacks count, and which change nothing. */
export const callbackProofs: Proof[] = [
  proof(
    "INST-10",
    "the callback is not found on the main host, and changes nothing there",
    freshInstallation,
    async (world) => {
      const link = fixtureLink(world);
      world.requireStatus(await grant(world, link), 201);
      world.checkStatus("INST-10", await confirmAtWrongHost(world, link), 404);
      await checkState(world, "INST-10", link, "pending");
      world.requireStatus(await confirm(world, link), 201);
    },
  ),

  ...firstWhenQuick(
    (["application_id", "fast_application_id", "draft_application_id", "second_location_id"] as const).map((name) =>
      proof(
        "INST-11",
        `a callback for ${name} that nobody granted makes no active link`,
        [...freshInstallation, `fixtures.${name}`],
        async (world) => {
          const own = fixtureLink(world);
          const link =
            name === "second_location_id"
              ? await secondLink(world)
              : fixtureLink(world, { application: world.fixture(name) });
          // Beside a link that waits for its own callback.
          if (name !== "application_id") world.requireStatus(await grant(world, own), 201);
          world.observe(
            "INST-25: status of a callback that nobody granted",
            (await confirm(world, link)).response.status,
          );
          await checkNotActive(world, "INST-11", link);
          if (name !== "application_id") await checkState(world, "INST-11", own, "pending");
          // That nothing became active shows something only where a grant and a callback make it so.
          world.requireStatus(await grant(world, link), 201);
          await confirm(world, link);
          await requireActive(world, link);
        },
      ),
    ),
  ),

  ...unlessQuick(
    proof(
      "INST-11",
      "a callback for a link that was uninstalled makes no active one",
      freshInstallation,
      async (world) => {
        const link = fixtureLink(world);
        await install(world, link);
        await uninstall(world, link);
        const ended = await readStatus(world, link);
        world.observe("INST-42: status of a callback after uninstalling", (await confirm(world, link)).response.status);
        if (!saysNoLink(ended)) throw linkRemains(ended);
        await checkNotActive(world, "INST-11", link);
        world.observe("INST-42: status of a grant after uninstalling", (await grant(world, link)).response.status);
      },
    ),
  ),

  proof("INST-40 STAT-6", "a repeated callback leaves an active link active", freshInstallation, async (world) => {
    const link = fixtureLink(world);
    await install(world, link);
    const before = confirmationsIn(await readSettledStatus(world, link, isLoggedActive));
    world.observe("INST-25: status of a repeated callback", (await confirm(world, link)).response.status);
    const reading = await checkState(world, "INST-40", link, "active");
    world.check("STAT-6", confirmationsIn(reading) === before, {
      exchange: reading.exchange,
      found: `${counted(confirmationsIn(reading), "change")} from pending to active after a repeated callback`,
      expected: `${before}, since the link was active before`,
      pointer: "/data/logs",
    });
    world.observe("INST-16: status of a grant on an active link", (await grant(world, link)).response.status);
    world.observe("INST-16: state of an active link after a grant", observedState(await readStatus(world, link)));
  }),

  ...firstWhenQuick(
    statusPlaces.map(([place, needs, linkIn]) =>
      proof(
        "INST-26",
        `the status of a link ${place} reads alike at both addresses`,
        [...freshInstallation, ...needs],
        async (world) => {
          const link = await linkIn(world);
          const compare = async (promised: InstallState) => {
            const main = await readSettledStatus(world, link, ({ state }) => state === promised);
            if (main.state !== promised) throw new Untestable(`the status reads ${describeReading(main)}`);
            const isSame = (reading: StatusReading) => describe(reading) === describe(main);
            const inFlow = await readSettledStatus(world, link, isSame, "readInstallationStatusInFlow");
            world.check("INST-26", isSame(inFlow), {
              exchange: inFlow.exchange,
              found: describe(inFlow),
              expected: `${describe(main)}, as on the main host`,
            });
          };
          world.requireStatus(await grant(world, link), 201);
          await compare("pending");
          world.requireStatus(await confirm(world, link), 201);
          await compare("active");
        },
      ),
    ),
  ),

  proof("INST-5", "a callback confirms no link but the one that it names", freshInstallation, async (world) => {
    const link = fixtureLink(world);
    world.requireStatus(await grant(world, link), 201);
    const { fast_application_id, second_location_id, unknown_location_id } = world.target.fixtures;
    const others = [
      ...[fast_application_id, unknownId].map((application) => ({ ...link, application })),
      ...[second_location_id, unknown_location_id].map((location) => ({ ...link, location })),
    ];
    for (const { location, application } of others)
      if (location !== undefined && application !== undefined) {
        await confirm(world, { location, application });
        await checkState(world, "INST-5", link, "pending");
      }
    world.requireStatus(await confirm(world, link), 201);
  }),

  proof("ENV-5", "input that is not described is answered without a server error", freshInstallation, async (world) => {
    const path = { application_id: world.fixture("application_id") };
    const list = await world.request("listConnectedLocations", { path, as: "partner_token" });
    world.observe("LOC-12: status of listConnectedLocations without page", list.response.status);
    const empty = await world.request("confirmInstallation", { as: "partner_token" });
    world.observe("ERR-6: status of an empty callback", empty.response.status);
  }),
];
