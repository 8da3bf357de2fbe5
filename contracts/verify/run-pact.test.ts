import { expect, test } from "vitest";
import { runPact } from "./run-pact.ts";

test("Pact's verifier runs in its process and reports", async () => {
  const options = { provider: "api", providerBaseUrl: "http://127.0.0.1:9" };
  expect(await runPact(options, new AbortController().signal)).toMatchObject({ interactionResults: [], errors: [] });
});
