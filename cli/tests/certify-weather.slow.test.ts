import { expect, test, vi } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { certify } from "../../library/certify.ts";
import type { Results } from "../../record/results.ts";
import { freePort } from "../testing/certifying.ts";
import { startShapingProxy, type Weather } from "../testing/shaping-proxy.ts";
import { allClaims, variants } from "../testing/variants.ts";

// They mostly wait, so many run side by side.
vi.setConfig({ maxConcurrency: 24 });

const calm: Weather = { latency: 0, jitter: 0, losesOneIn: 40 };
const near: Weather = { latency: 25, jitter: 10, losesOneIn: 40 };
const far: Weather = { latency: 150, jitter: 60, losesOneIn: 40 };

/** Certifies the example, or a variant of it, over a network in both directions. */
async function certifyOver(weather: Weather, script: string, claims: string[]): Promise<Results> {
  const [gate, application] = [await freePort(), await freePort()];
  const [there, back] = [await startShapingProxy(application, weather), await startShapingProxy(gate, weather)];
  const address = `http://127.0.0.1:${there.port}`;
  const ask = (path: string) => ({
    url: `${address}${path}`,
    body: { salon_id: "{location_id}", location_id: "{location_id}" },
  });
  try {
    return await certify({
      name: "far away",
      claims: claims as never,
      platform: { listen: `127.0.0.1:${gate}`, public_urls: `http://127.0.0.1:${back.port}` },
      start: {
        command: `PORT=${application} exec "${process.execPath}" ${script}`,
        ready: `http://127.0.0.1:${application}/health`,
      },
      connect: ask("/connect"),
      webhook_url: `${address}/hooks`,
      lifecycle_webhook_url: `${address}/lifecycle`,
      actions: { resources: ask("/sync/resources"), calls: ask("/sync/calls") },
    });
  } finally {
    there.close();
    back.close();
  }
}

test.concurrent.each([
  ["0 ms", calm],
  ["50 ms", near],
  ["300 ms", far],
])(
  "the example is certified over a network of %s there and back, with jitter, that loses connections",
  async (_, weather) => {
    const { verdict, requirements } = await certifyOver(
      weather,
      `"${packageFile("examples/partner-app/main.mjs")}"`,
      allClaims,
    );
    expect(requirements.filter(({ outcome }) => outcome !== "pass" && outcome !== "not-applicable")).toEqual([]);
    expect(verdict).toBe("pass");
  },
);

/** Some variants; WEATHER=all tries every one, near and far. */
const tried: [name: string, place: string, weather: Weather][] =
  process.env.WEATHER === "all"
    ? Object.keys(variants).flatMap((name) => [
        [name, "near", near],
        [name, "far", far],
      ])
    : [
        ["three pages of resources and no more", "far", far],
        ["waits half of Retry-After", "far", far],
        ["reads on when frozen", "near", near],
        ["refuses what is deleted", "far", far],
        ["confirms again and again", "near", near],
      ];

test.concurrent.each(tried)('the variant "%s" is found over a network, %s', async (name, _, weather) => {
  const { requirement = "", claims = [] } = variants[name] ?? {};
  const { requirements } = await certifyOver(
    weather,
    `"${packageFile("examples/partner-app/variants.mjs")}" "${name}"`,
    claims,
  );
  const { level, outcome } = requirements.find(({ id }) => id === requirement) ?? {};
  expect(outcome).toBe(level === "must" ? "fail" : "warn");
});
