import { expect, onTestFinished, test, vi } from "vitest";
import { createSandbox, type SandboxOptions } from "../../create-sandbox.ts";
import { head, whole } from "../../testing/attacks.ts";
import { answerTo, seen, targetsOf } from "../../testing/targets.ts";
import type { ApiReply } from "../call/replies.ts";
import { specified } from "../specified.ts";

/** A sandbox, and a spy on its log. */
async function startLogged(options: SandboxOptions) {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const sandbox = await createSandbox({ clock: "frozen", ...options });
  onTestFinished(async () => {
    log.mockRestore();
    await sandbox.close();
  });
  return { ...targetsOf(sandbox), log };
}

test("an error in a handler is answered with 500 in the surface's form, and logged", async () => {
  const mistake = new TypeError("nobody thought of this");
  const handle = () => {
    throw mistake;
  };
  const behaviour = specified();
  const routes = behaviour.routes.map((route) => ({ ...route, handle }));
  const { base, app, v3, log } = await startLogged({ behaviour: { ...behaviour, routes } });
  for (const target of [base, app, v3]) {
    expect(seen(target.surface, await answerTo(target, whole(target, "{}")))).toBe("500");
    expect(log).toHaveBeenLastCalledWith(expect.any(String), mistake);
  }
});

test.each<[string, ApiReply]>([
  ["whose body cannot be JSON", { status: 200, body: 1n }],
  ["with an invalid header", { status: 200, headers: { "a b": "c" }, body: {} }],
])("a reply %s is answered with 500, and logged", async (_, reply) => {
  const { base, log } = await startLogged({ behaviour: { ...specified(), replies: [() => reply] } });
  const read = head({ ...base, method: "GET", path: "/api/v1/countries" });
  expect(seen("base", await answerTo(base, read))).toBe("500");
  expect(log).toHaveBeenCalledOnce();
});

test("a state that cannot be saved is answered with 500, and logged", async () => {
  let isFull = false;
  const save = () => {
    if (isFull) throw new Error("the disk is full");
  };
  const { app, control, log } = await startLogged({ store: { load: () => undefined, save } });
  isFull = true;
  expect(seen("app", await answerTo(app, whole(app, "{}")))).toBe("500");
  expect(seen("control", await answerTo(control, whole({ ...control, path: "/control/reset" }, "{}")))).toBe("500");
  expect(log).toHaveBeenCalledTimes(2);
});
