import { request } from "node:http";
import { request as requestByTls } from "node:https";
import { decoded } from "./decoded.mjs";

const wait = (milliseconds) => new Promise((over) => setTimeout(over, milliseconds));

/** The time that an answer may take, in milliseconds. */
const patience = 20_000;

/** Sends a request; status 0 means that there was no answer, or none that the application understands. */
const send = ({ method, url, headers, body = "" }, behaviour) =>
  new Promise((done) => {
    const fail = () => done({ status: 0, headers: {}, json: {} });
    const length = body && !headers["transfer-encoding"] ? { "content-length": Buffer.byteLength(body) } : {};
    const open = url.startsWith("https:") ? requestByTls : request;
    const sent = open(url, { method, headers: { ...headers, ...length }, timeout: patience }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => {
        if (!behaviour.understands(response)) return fail();
        const { statusCode: status, headers: received } = response;
        const json = parse(decoded(Buffer.concat(chunks), received));
        return done({ status, headers: behaviour.headersOf(response), json });
      });
      response.on("error", fail);
    });
    sent.on("timeout", () => sent.destroy());
    sent.on("error", fail);
    sent.end(body);
  });

const parse = (bytes) => {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return {};
  }
};

/** The platform's API, as far as this application uses it. */
export function createApi(env, behaviour) {
  let queue = Promise.resolve();
  const sentAt = [];
  /** Waits until a minute has room for one more request. */
  const room = () => {
    const before = sentAt.at(-behaviour.perMinute);
    return before === undefined ? undefined : wait(before + 60_000 - Date.now());
  };
  /** Sends one request after the other, with a pause between them, so that the rate limits are kept whatever happens. */
  const paced = (call) => {
    const turn = queue.then(room);
    queue = turn.then(() => wait(behaviour.pause));
    return turn.then(() => {
      sentAt.push(Date.now());
      return behaviour.transport(call, (sent) => send(sent, behaviour));
    });
  };
  const v1 = (authorization) => ({
    ...behaviour.headers,
    ...(behaviour.accept ? { accept: behaviour.accept } : {}),
    ...(authorization ? { authorization } : {}),
  });
  const json = behaviour.contentType ? { "content-type": behaviour.contentType } : {};
  const search = (more = {}) => {
    const text = new URLSearchParams({ ...behaviour.query, ...more }).toString();
    return text ? `?${text}` : "";
  };

  const readAs = () => {
    const authorization = behaviour.asReader(env);
    return authorization ? { authorization } : {};
  };

  return {
    env,
    paced,
    v1,
    confirm: (location, tries = 1) =>
      paced({
        method: behaviour.callbackMethod,
        url: behaviour.callbackUrl(env, tries),
        headers: { ...v1(behaviour.callbackAs(env, tries)), ...json },
        body: behaviour.callbackBody(location, Number(env.APPLICATION_ID), tries),
      }),
    readStatus: (location) =>
      paced({
        method: "GET",
        url: `${env.APP_URL}/marketplace/salon/${location}/application/${env.APPLICATION_ID}${search()}`,
        headers: v1(behaviour.asPartner(env)),
      }),
    uninstall: (location) =>
      paced({
        method: "POST",
        url: `${env.BASE_URL}/marketplace/salon/${location}/application/${env.APPLICATION_ID}/uninstall`,
        headers: v1(behaviour.asPartner(env)),
      }),
    readResources: (location, walk) =>
      paced({
        method: "GET",
        // The cursor is the one that the walk has when the request is sent.
        get url() {
          const limit = behaviour.resourcesLimit === undefined ? [] : [`limit=${behaviour.resourcesLimit}`];
          const others = Object.entries(behaviour.resourcesQuery).map((pair) => pair.join("="));
          const cursor = walk.cursor === undefined ? [] : [`cursor=${behaviour.resourcesCursor(walk.cursor)}`];
          const parts = [...limit, ...others, ...cursor];
          return `${env.V3_BASE_URL}${behaviour.resourcesPath(location)}${parts.length > 0 ? `?${parts.join("&")}` : ""}`;
        },
        headers: { ...behaviour.headers, ...readAs() },
      }),
    readCalls: (fields) => {
      const url = `${env.BASE_URL}/voip/integration/calls`;
      const headers = v1(behaviour.asUser(env));
      const { callsMethod: method } = behaviour;
      if (behaviour.callsInQuery) return paced({ method, url: url + search(fields), headers });
      return paced({ method, url, headers: { ...headers, ...json }, body: JSON.stringify(fields) });
    },
  };
}
