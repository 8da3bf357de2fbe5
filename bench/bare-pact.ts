import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Verifier } from "@pact-foundation/pact-core";

// Pact's verifier and nothing else, over one file: states are answered at once, and nothing called for each interaction.
const [file = "", providerBaseUrl = ""] = process.argv.slice(2);
/** The values that the state of the bench's interactions gives. */
const values = JSON.stringify({ unknown_location_id: 999_999_999 });
const states = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(200, { "content-type": "application/json" }).end(values));
});
await new Promise<void>((listening) => states.listen(0, "127.0.0.1", listening));
const providerStatesSetupUrl = `http://127.0.0.1:${(states.address() as AddressInfo).port}`;
await new Verifier({ providerBaseUrl, providerStatesSetupUrl, pactUrls: [file], logLevel: "error" }).verify();
states.close();
