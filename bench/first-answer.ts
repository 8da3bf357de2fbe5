import { request } from "node:http";
import { createSandbox } from "../sandbox/create-sandbox.ts";

// The CPU time from createSandbox to its first answer, in a process that has done nothing before.
const before = process.cpuUsage();
const sandbox = await createSandbox({ clock: "frozen" });
const headers = { authorization: `Bearer ${sandbox.platform.world.people.credentials.partner_token}` };
await new Promise<void>((done) => {
  request(`${sandbox.urls.base_url}/countries`, { headers }, (response) => response.resume().on("end", done)).end();
});
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1000);
await sandbox.close();
