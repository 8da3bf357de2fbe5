import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay } from "../testing/assay.ts";
import { freePort } from "../testing/certifying.ts";

/** The line that a profile with such a platform is refused with. */
async function refusalOf(platform: object, more: object = {}, args: string[] = []): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "assay-deployed-"));
  const file = join(folder, "profile.yaml");
  const profile = { name: "a", claims: ["webhooks"], platform, ...more };
  writeFileSync(file, JSON.stringify(profile));
  const { code, stderr } = await assay(["certify", "--partner", file, "--out", join(folder, "out"), ...args]);
  expect(code).toBe(2);
  return stderr.trim().split("\n").at(-1) ?? "";
}

test.concurrent.each<[object, RegExp]>([
  [{}, /platform\.listen: say where to listen, such as 0\.0\.0\.0:8443/],
  [{ listen: "8443" }, /platform\.listen: .*expected an address and a port/],
  [{ listen: "0.0.0.0:0" }, /platform\.public_urls: 0\.0\.0\.0 is no address to connect to; say how/],
  [{ listen: "127.0.0.1:0", public_urls: "https://assay.example" }, /platform\.public_urls: https needs platform\.tls/],
  [
    { listen: "127.0.0.1:0", tls: { cert: "no.pem", key: "no.pem" } },
    /platform\.tls\.key: .*cannot be read \(ENOENT\)/,
  ],
  [{ listen: "127.0.0.1:0", secret: "short" }, /platform\.secret: .*at least 16 letters/],
  [{ listen: "192.0.2.1:8443" }, /platform\.listen: .*EADDRNOTAVAIL/],
])("a platform of %j is one line that says what to do", async (platform, line) => {
  expect(await refusalOf(platform)).toMatch(line);
});

test.concurrent("an application that cannot be reached is reported before anything is judged, with the fix", async () => {
  const url = `http://127.0.0.1:${await freePort()}/hooks`;
  const line = await refusalOf({ listen: "127.0.0.1:0" }, { webhook_url: url });
  expect(line).toMatch(
    /webhook_url: http:\/\/127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\); the connection is refused: start it, or fix the port/,
  );
});

test.concurrent.each<[string[], RegExp]>([
  [["--listen", "8443"], /--listen: 8443 is not an address and a port; give one such as/],
  [["--public-url", "assay.example"], /--public-url: assay\.example is not an http or https address/],
  [["--tls-cert", "a.pem"], /--tls-cert and --tls-key belong together/],
])("%j is one line that says what to do", async (args, line) => {
  expect(await refusalOf({ listen: "127.0.0.1:0" }, {}, args)).toMatch(line);
});
