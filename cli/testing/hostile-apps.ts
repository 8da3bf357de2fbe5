/** Applications that do harm, as scripts for Node; PORT says where they listen. */
const listening = (answer: string, more = "") => `
  const http = require("node:http");
  ${more}
  const server = http.createServer((request, response) => {
    request.resume();
    if (request.url === "/health") return response.end();
    ${answer}
  }).listen(Number(process.env.PORT), "127.0.0.1");
`;

export const hostileApps = {
  "ends at once": `process.exit(7)`,
  "is started by a command that is none": "",
  "never listens": `setInterval(() => {}, 1000)`,
  "dies of the first webhook": listening(`process.exit(3)`),
  "floods the platform": listening(
    `response.end(); for (let i = 0; i < 50; i++) shoot();`,
    `const agent = new http.Agent({ keepAlive: true });
     const shoot = () => http.get(process.env.BASE_URL + "/countries", { agent }, (r) => { r.resume(); r.on("end", shoot); }).on("error", () => {});`,
  ),
  "answers garbage": listening(`request.socket.end("\\x00\\x01 this is no HTTP\\r\\n\\r\\n")`),
  "answers with 100 MB": listening(
    `response.writeHead(200); const chunk = Buffer.alloc(1e6); let left = 100;
     const more = () => { while (left-- > 0) if (!response.write(chunk)) return response.once("drain", more); response.end(); }; more();`,
  ),
  "sends 100 MB": listening(
    `response.end(); const sent = http.request(process.env.APP_URL + "/marketplace/partner/callback", { method: "POST" }, (r) => r.resume());
     sent.on("error", () => {}); const chunk = Buffer.alloc(1e6); let left = 100;
     const more = () => { while (left-- > 0) if (!sent.write(chunk)) return sent.once("drain", more); sent.end(); }; more();`,
  ),
  "never lets go of a socket": listening(
    `response.writeHead(200); response.write("a"); setInterval(() => response.write("a"), 100)`,
  ),
  "leaves a child in a session of its own": listening(
    `response.end()`,
    `require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", __filename], { stdio: "ignore", detached: true }).unref();`,
  ),
  "prints without end": listening(
    `response.end()`,
    // As fast as it can for a second, and then at a pace that leaves the machine to others.
    `const line = "x".repeat(1000) + "\\n"; const began = Date.now();
     const next = () => (Date.now() - began < 1000 ? print() : setTimeout(print, 100));
     const print = () => { while (process.stdout.write(line.repeat(100))); process.stdout.once("drain", next); }; setTimeout(print, 100);`,
  ),
  "forks again and again": listening(
    `response.end()`,
    `const { spawn } = require("node:child_process"); let left = 20;
     setInterval(() => { if (left-- > 0) spawn("sleep", ["1000"], { stdio: "ignore", detached: left % 2 === 0, argv0: __filename }).unref(); }, 20);`,
  ),
  "stops taking connections": listening(
    `response.end(); server.close(); server.closeAllConnections(); setInterval(() => {}, 1000)`,
  ),
  "is stopped": listening(`response.end(); process.kill(process.pid, "SIGSTOP")`),
  "never ends by itself": listening(
    `response.end()`,
    `process.on("SIGTERM", () => {}); require("node:child_process").spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: "ignore" });`,
  ),
};
