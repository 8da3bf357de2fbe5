import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The npm packages of each peer, exactly as they were measured. */
export const packages = {
  prism: ["@stoplight/prism-cli@5.14.2"],
  // Portman asks for tslib without naming it.
  portman: ["@apideck/portman@1.33.0", "newman@6.2.2", "tslib"],
  dredd: ["dredd@14.1.0"],
  respect: ["@redocly/cli@2.73.0"],
  specmatic: ["specmatic@2.55.1"],
  "openapi-diff": ["openapi-diff@0.24.1"],
  comparator: ["@pactflow/openapi-pact-comparator@1.7.0"],
} as const;

export type PeerName = keyof typeof packages;

/** The time that an installation may take, in milliseconds. */
const patience = 300_000;

/** Installs a peer into a folder of its own; returns why that is not possible, where it is not. */
export function install(folder: string, peer: PeerName): string | undefined {
  const own = join(folder, peer);
  if (existsSync(join(own, "installed"))) return undefined;
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, "package.json"), JSON.stringify({ private: true }));
  // No package may run a script of its own on this machine.
  const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", ...packages[peer]];
  const { status, stderr } = spawnSync("npm", args, { cwd: own, encoding: "utf8", timeout: patience });
  if (status !== 0) return `npm could not install it: ${stderr.trim().split("\n")[0] ?? "no reason given"}`;
  if (peer === "specmatic" && spawnSync("java", ["-version"]).status !== 0)
    return "there is no Java; `apt-get install default-jre-headless` installs one";
  writeFileSync(join(own, "installed"), "");
  return undefined;
}

/** The program of a package that a peer was installed from. */
export const programOf = (folder: string, peer: PeerName, name: string): string =>
  join(folder, peer, "node_modules/.bin", name);

/** The versions of what a peer was installed from. */
export const versionsOf = (folder: string, peer: PeerName): string =>
  packages[peer]
    .map((wanted) => wanted.replace(/(?<=.)@[\d.]+$/, ""))
    .filter((name) => name !== "tslib")
    .map((name) => {
      const file = join(folder, peer, "node_modules", name, "package.json");
      const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
      return `${name} ${version}`;
    })
    .join(", ");
