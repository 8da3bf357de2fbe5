import { expect, test } from "vitest";
import { loadPackage } from "./packages.ts";

test("a package that is absent is named, with the command that adds it", async () => {
  const name = "no-such-package-of-assay";
  await expect(loadPackage(name, () => import(name) as Promise<unknown>)).rejects.toThrow(`npm install ${name}`);
});
