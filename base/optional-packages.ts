import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { UsageError } from "./errors.ts";
import { packageManifest } from "./package-manifest.ts";

/** The features that need packages that are not installed with this one: all of its optional `peerDependencies` but Vitest. */
export const optionalPackages = {
  "Allure's page": ["allure"],
  "assay contracts verify": ["@pact-foundation/pact-core"],
  "assay mcp": ["@modelcontextprotocol/sdk"],
  "assay sandbox --tls": ["selfsigned"],
  "the console": ["hono", "@hono/node-server", "pg-boss"],
  "the console's sign-in by OpenID Connect": ["openid-client"],
  "the console's mail": ["nodemailer"],
  "the console's embedded database": ["@electric-sql/pglite"],
  "the console on PostgreSQL": ["pg"],
} as const;

export type Feature = keyof typeof optionalPackages;

/** The packages of a feature that are installed, and those that are not. */
export interface Installed {
  present: string[];
  missing: string[];
}

/** Looks where Node would look for the packages of a feature; each comes with its version, a missing one with the version to install. */
export function installedFor(feature: Feature, from: string = import.meta.url): Installed {
  const { peerDependencies = {} } = packageManifest();
  const require = createRequire(from);
  const found: Installed = { present: [], missing: [] };
  for (const name of optionalPackages[feature]) {
    const folders = require.resolve.paths(name)?.filter((folder) => /[\\/]node_modules$/.test(folder)) ?? [];
    const file = folders.map((folder) => join(folder, name, "package.json")).find((path) => existsSync(path));
    if (file !== undefined) found.present.push(`${name} ${packageManifest(file).version}`);
    else found.missing.push(`${name}@${peerDependencies[name]?.replace(/^\^/, "")}`);
  }
  return found;
}

export const installCommand = (missing: readonly string[]): string => `npm install ${missing.join(" ")}`;

/** Refuses to go on without the packages of features; the error has the command that installs them. */
export function requirePackages(features: readonly Feature[], from?: string): void {
  const missing = features.flatMap((feature) => installedFor(feature, from).missing);
  if (missing.length > 0)
    throw new UsageError(`${features[0]} needs packages that are not installed: ${installCommand(missing)}`);
}
