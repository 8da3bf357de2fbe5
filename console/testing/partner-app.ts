import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import { packageFile } from "../../base/package-file.ts";

/** An application of a partner that runs in this process. */
export interface TestApplication {
  url: string;
  profile: (claims: readonly string[], more?: object) => Record<string, unknown>;
  close: () => void;
}

/** Starts the example application, with a platform's addresses and credentials, and a behaviour of its own where it is given. */
export async function startTestApplication(
  environment: Record<string, string>,
  change: Record<string, unknown> = {},
): Promise<TestApplication> {
  const load = <T>(name: string) =>
    import(pathToFileURL(packageFile(`examples/partner-app/${name}.mjs`)).href) as Promise<T>;
  const { startApp } = await load<{ startApp: (behaviour: object, env: object) => Server }>("app");
  const { behaviour } = await load<{ behaviour: object }>("behaviour");
  const server = startApp({ ...behaviour, ...change }, { ...environment, PORT: "0" });
  await new Promise((listening) => server.once("listening", listening));
  const { address, port } = server.address() as AddressInfo;
  const url = `http://${address}:${port}`;
  const ask = (path: string) => ({
    url: `${url}${path}`,
    body: { salon_id: "{location_id}", location_id: "{location_id}" },
  });
  return {
    url,
    profile: (claims, more = {}) => ({
      name: "acme",
      claims,
      connect: ask("/connect"),
      webhook_url: `${url}/hooks`,
      lifecycle_webhook_url: `${url}/lifecycle`,
      actions: { resources: ask("/sync/resources"), calls: ask("/sync/calls") },
      patience: { quiet_s: 1.5, max_s: 8 },
      ...more,
    }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
