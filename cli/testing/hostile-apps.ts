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
  "sends 900 kB again and again": listening(
    `response.end(); for (let i = 0; i < 4; i++) shoot();`,
    `const agent = new http.Agent({ keepAlive: true }); const large = Buffer.alloc(9e5, " ");
     const shoot = () => http.request(process.env.BASE_URL + "/voip/integration", { agent, method: "POST" }, (r) => { r.resume(); r.on("end", shoot); }).on("error", () => {}).end(large);`,
  ),
  "sends a new token of 15 kB with every request": listening(
    `response.end(); shoot();`,
    `let count = 0; const shoot = () => http.get(process.env.BASE_URL + "/countries", { headers: { authorization: "Bearer " + count++ + "-" + "ab".repeat(7000) } }, (r) => { r.resume(); r.on("end", () => setTimeout(shoot, 50)); }).on("error", () => {});`,
  ),
  "nests what it sends": listening(
    `response.end(); http.request(process.env.APP_URL + "/marketplace/partner/callback", { method: "POST" }, (r) => r.resume()).on("error", () => {}).end("[".repeat(1e5) + "]".repeat(1e5));`,
  ),
  "opens thousands of connections": listening(
    `response.end(); for (let i = 0; i < 300; i++) open();`,
    `const { port } = new URL(process.env.BASE_URL); let left = 3000; const kept = [];
     const open = () => { if (left-- > 0) kept.push(require("node:net").connect(port, "127.0.0.1").on("connect", open).on("error", () => {})); };`,
  ),
  "never ends what it sends": listening(
    `response.end(); for (let i = 0; i < 150; i++) open();`,
    `const { port } = new URL(process.env.BASE_URL); const part = Buffer.alloc(9e5, " "); let left = 150;
     const open = () => { if (left-- <= 0) return; const socket = require("node:net").connect(port, "127.0.0.1").on("error", () => {});
       socket.write("POST /api/v1/voip/integration HTTP/1.1\\r\\nHost: h\\r\\nContent-Length: 999999\\r\\n\\r\\n"); socket.write(part); };`,
  ),
  "sends pipelined garbage": listening(
    `response.end(); for (let i = 0; i < 20; i++) open();`,
    `const { port } = new URL(process.env.BASE_URL); let left = 500;
     const open = () => { if (left-- <= 0) return; const socket = require("node:net").connect(port, "127.0.0.1").on("error", () => {}).on("close", open).resume();
       socket.end("GET /api/v1/countries HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n".repeat(5) + "\\0".repeat(1e5)); };`,
  ),
  "prints one line without end": listening(
    `response.end()`,
    `const piece = "x".repeat(1e5); const began = Date.now();
     const next = () => (Date.now() - began < 1000 ? print() : setTimeout(print, 100));
     const print = () => { while (process.stdout.write(piece)); process.stdout.once("drain", next); }; setTimeout(print, 100);`,
  ),
  "redirects to itself": listening(`response.writeHead(307, { location: request.url }).end()`),
  "answers with interim statuses without end": listening(
    `const timer = setInterval(() => request.socket.write("HTTP/1.1 102 Processing\\r\\n\\r\\n".repeat(100)), 5); request.socket.on("close", () => clearInterval(timer)).on("error", () => {});`,
  ),
};
