import { isLoopback } from "../../sandbox/create-sandbox.ts";
import type { ConsoleContext } from "../context.ts";
import { readSetting, setting, writeSetting } from "../store/settings.ts";

/** True if a console is reached from its own machine alone; one on loopback that has a public address is reached through a proxy. */
export const isForThisMachine = (host: string, publicUrl = `http://localhost`): boolean =>
  isLoopback(host) && isLoopback(new URL(publicUrl).hostname.replace(/^\[|\]$/g, ""));

/** The setting that says whether applications may be in private networks. */
const privateSetting = setting<boolean>("allows private", { type: "boolean" });

/** The console that is served says to workers whether applications may be in private networks. */
export const publishNetworks = ({ database, settings }: ConsoleContext) =>
  writeSetting(database, privateSetting, settings.allowsPrivate);

/** A worker that was not set otherwise goes by what the console says; as long as there was none, nothing private is allowed. */
export async function followNetworks({ database, settings }: ConsoleContext): Promise<void> {
  if (settings.allowsAsConsole) settings.allowsPrivate = (await readSetting(database, privateSetting)) ?? false;
}
