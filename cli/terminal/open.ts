import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { UsageError } from "../../base/errors.ts";

/** The command that opens a file in the browser, by platform. */
const openers: Partial<Record<NodeJS.Platform, [command: string, ...args: string[]]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Shows a page in a browser. */
export function open(file: string): Promise<void> {
  const [command, ...args] = openers[process.platform] ?? ["xdg-open"];
  return new Promise((done, fail) => {
    spawn(command, [...args, resolve(file)], { stdio: "ignore", detached: true })
      .once("error", () => fail(new UsageError(`--open: ${command} was not found; open ${resolve(file)} in a browser`)))
      .once("spawn", function spawned(this: { unref(): void }) {
        this.unref();
        done();
      });
  });
}
