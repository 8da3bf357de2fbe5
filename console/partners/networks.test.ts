import { expect, test } from "vitest";
import { isForThisMachine } from "./networks.ts";

test.each([
  ["127.0.0.1", undefined, true],
  ["::1", "http://localhost:8080/", true],
  ["localhost", "http://[::1]:8080", true],
  ["127.0.0.1", "https://certify.example.com", false],
  ["127.0.0.1", "http://10.0.0.5", false],
  ["0.0.0.0", undefined, false],
])(
  "a console at %s with the public address %s is reached from its own machine alone: %s",
  (host, publicUrl, isAlone) => {
    expect(isForThisMachine(host, publicUrl)).toBe(isAlone);
  },
);
