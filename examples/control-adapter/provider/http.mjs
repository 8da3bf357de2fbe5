// Requests in, JSON out.

/** An answer that ends a request early. */
export class Stop extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export async function readJson(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("utf8");
  if (text === "") return {};
  try {
    const value = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported below.
  }
  throw new Stop(400, "The body is not a JSON object.");
}

export function sendJson(response, status, body) {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}

/** The row of a table whose method and pattern fit, with what stands in its place holders. */
export function findRoute(routes, method, path) {
  for (const [verb, pattern, handle] of routes) {
    const expression = new RegExp(`^${pattern.replace(/\{(\w+)\}/g, "(?<$1>\\d{1,15})")}$`);
    const match = verb === method && expression.exec(path);
    if (match)
      return {
        handle,
        ids: Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, text]) => [name, Number(text)])),
      };
  }
  return undefined;
}

export const listen = (server, port = 0) =>
  new Promise((ready) => server.listen(port, "127.0.0.1", () => ready(`http://127.0.0.1:${server.address().port}`)));
