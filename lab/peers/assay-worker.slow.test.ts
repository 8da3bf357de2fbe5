import { fork } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { sampledFaults } from "./sample.ts";

test("assay is started like its peers, and reports what fails on a server with a fault", async () => {
  const child = fork(packageFile("build/lab/peers/assay-worker.js"));
  child.send(sampledFaults()[0]?.name ?? "");
  const [{ failed }] = (await once(child, "message")) as [{ failed: string[] }];
  child.disconnect();
  expect(failed).not.toEqual([]);
});
