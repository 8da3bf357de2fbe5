import { expect, test } from "vitest";
import { watched } from "../testing/watched.ts";

test("what is sent is judged though it carries the header of the certifier's own requests", () => {
  const { traffic, send } = watched();
  send("/x", { headers: [["X-Assay-Certifier", "1"]] });
  traffic.read();
  expect(traffic.requests).toHaveLength(1);
});

test("a request whose answer is open is read again", () => {
  const { traffic, send, sent } = watched();
  send("/x", { status: null });
  traffic.read();
  sent.pop();
  send("/x", { status: 404 });
  traffic.read();
  expect(traffic.requests.map(({ status }) => status)).toEqual([404]);
});

test("what is forgotten before the first look is missed", () => {
  const { watcher, send } = watched();
  send("/x", { n: 8 });
  send("/x");
  expect(() => watcher.look()).toThrow("7 requests are lost");
});

test("what is forgotten once it was seen with its answer is not missed", () => {
  const { watcher, traffic, send, sent } = watched();
  send("/x", { status: null });
  send("/x");
  watcher.look();
  sent.splice(1, 1);
  send("/x", { n: 3 });
  watcher.look();
  expect(traffic.requests).toHaveLength(3);
});
