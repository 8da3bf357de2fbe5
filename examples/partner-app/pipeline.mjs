import { connect } from "node:net";

const blankLine = "\r\n\r\n";

/** The first whole response of some bytes, and how many of them it takes; undefined while it has not come whole. */
function responseIn(bytes) {
  const text = bytes.toString("latin1");
  const end = text.indexOf(blankLine);
  if (end < 0) return undefined;
  const [line, ...lines] = text.slice(0, end).split("\r\n");
  const headers = Object.fromEntries(
    lines.map((header) => [header.split(":", 1)[0].toLowerCase(), header.slice(header.indexOf(":") + 1).trim()]),
  );
  const begin = end + blankLine.length;
  const body = /chunked/i.test(headers["transfer-encoding"] ?? "")
    ? chunksIn(text, begin)
    : {
        text: text.slice(begin, begin + Number(headers["content-length"] ?? 0)),
        end: begin + Number(headers["content-length"] ?? 0),
      };
  if (!body || body.end > text.length) return undefined;
  return { status: Number(line.split(" ")[1]), headers, body: Buffer.from(body.text, "latin1"), length: body.end };
}

/** The text of a chunked body, and where it ends. */
function chunksIn(text, begin) {
  let [from, whole] = [begin, ""];
  for (;;) {
    const line = text.indexOf("\r\n", from);
    if (line < 0) return undefined;
    const size = Number.parseInt(text.slice(from, line), 16);
    if (text.length < line + 4 + size) return undefined;
    whole += text.slice(line + 2, line + 2 + size);
    from = line + 4 + size;
    if (size === 0) return { text: whole, end: from };
  }
}

/** Sends requests over one connection for each host, without waiting for the answers to those before (HTTP pipelining). */
export function pipelining() {
  const connections = new Map();
  const open = ({ hostname, port, host }) => {
    const waiting = [];
    let bytes = Buffer.alloc(0);
    const socket = connect(Number(port), hostname);
    socket.setNoDelay(true);
    socket.on("data", (piece) => {
      bytes = Buffer.concat([bytes, piece]);
      for (let response = responseIn(bytes); response; response = responseIn(bytes)) {
        bytes = bytes.subarray(response.length);
        waiting.shift()?.(response);
      }
    });
    const fail = () => {
      connections.delete(host);
      for (const answered of waiting.splice(0)) answered({ status: 0, headers: {}, body: Buffer.from("{}") });
    };
    socket.on("error", fail).on("close", fail);
    const connection = { socket, waiting };
    connections.set(host, connection);
    return connection;
  };
  return ({ method, url, headers, body = "" }) =>
    new Promise((done) => {
      const address = new URL(url);
      const { socket, waiting } = connections.get(address.host) ?? open(address);
      waiting.push(({ status, headers: received, body: text }) =>
        done({ status, headers: received, json: text.length > 0 ? JSON.parse(text.toString("utf8")) : {} }),
      );
      const lines = Object.entries({ host: address.host, ...headers, "content-length": Buffer.byteLength(body) });
      const head = lines.map(([name, value]) => `${name}: ${value}`).join("\r\n");
      socket.write(`${method} ${address.pathname}${address.search} HTTP/1.1\r\n${head}${blankLine}${body}`);
    });
}
