// A small platform for salons on three ports of loopback: the API, the host for confirmations, and the back office.
//   OPERATOR_KEY=… PORT=4300 node main.mjs
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import { serveAdmin } from "./admin.mjs";
import { appRoutes, mainRoutes, serveApi } from "./api.mjs";
import { listen } from "./http.mjs";
import { Platform } from "./platform.mjs";

export async function start({ key, port = 0 }) {
  const platform = new Platform();
  const handlers = [
    serveApi(platform, mainRoutes, "/api"),
    serveApi(platform, appRoutes, ""),
    serveAdmin(platform, key),
  ];
  const servers = handlers.map((handle) => createServer(handle));
  const [main, app, admin] = await Promise.all(servers.map((server, index) => listen(server, port && port + index)));
  const close = () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  };
  return { main, app, admin, close };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { main, app, admin } = await start({
    key: process.env.OPERATOR_KEY ?? "operator",
    port: Number(process.env.PORT ?? 4300),
  });
  console.log(JSON.stringify({ main, app, admin }));
}
