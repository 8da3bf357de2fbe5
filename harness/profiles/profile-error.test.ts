import { expect, test } from "vitest";
import { UsageError } from "../../base/errors.ts";
import { inProfile, profileError } from "./profile-error.ts";

test("a mistake at a key of a profile names the profile's file", () => {
  const error = inProfile("target.yaml", profileError("control.token", "it is refused; fix it"));
  expect(error).toBeInstanceOf(UsageError);
  expect(error).toMatchObject({ message: "target.yaml: control.token: it is refused; fix it" });
});

test("a file is named once, however often an error passes by", () => {
  const error = inProfile("target.yaml", profileError("control.token", "it is refused; fix it"));
  expect(inProfile("target.yaml", error)).toBe(error);
});

test.each([new UsageError("--only: FOO-1 is unknown"), new Error("control.url: a message that only looks alike")])(
  "an error without a key stays as it is: %s",
  (error) => {
    expect(inProfile("target.yaml", error)).toBe(error);
  },
);

test("without a file there is nothing to name", () => {
  const error = profileError("control.token", "it is refused; fix it");
  expect(inProfile(undefined, error)).toBe(error);
});
