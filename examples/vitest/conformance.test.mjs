// Every proof as a test of Vitest: `npx vitest run` in this folder.
import { startSandbox } from "assay";
import { testProvider } from "assay/vitest";
import { afterAll } from "vitest";

const sandbox = await startSandbox({ clock: "frozen" });
await testProvider({ name: "sandbox", control: sandbox.control }, { seed: 42, only: ["STAT"] });
afterAll(() => sandbox.close());
