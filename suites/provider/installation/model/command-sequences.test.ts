import { expect, test } from "vitest";
import { decodeCommands } from "./command-sequences.ts";
import { linkNames } from "./link-models.ts";

test.each(linkNames)("commands of the link %s are read as they were written", (link) => {
  const written = [`Uninstall(${link})`, `GrantAccess(${link}, owner)`];
  expect(decodeCommands(written).map(String)).toEqual(written);
});
