import { request } from "node:http";

const wait = (milliseconds) => new Promise((over) => setTimeout(over, milliseconds));

/** Sends a request; status 0 means that nobody answered. */
const send = ({ method, url, headers, body = "" }) =>
  new Promise((done) => {
    const length = body ? { "content-length": Buffer.byteLength(body) } : {};
    const sent = request(url, { method, headers: { ...headers, ...length }, timeout: 20_000 }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        done({ status: response.statusCode, headers: response.headers, json: parse(Buffer.concat(chunks)) }),
      );
      response.on("error", () => done({ status: 0, headers: {}, json: {} }));
    });
    sent.on("timeout", () => sent.destroy());
    sent.on("error", () => done({ status: 0, headers: {}, json: {} }));
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
export function createApi(env, manners) {
  let queue = Promise.resolve();
  /** One request after the other, with a pause between them, so that the rate is kept whatever happens. */
  const paced = (one) => {
    const answer = queue.then(() => send(one));
    queue = queue.then(() => wait(manners.pause));
    return answer;
  };
  const v1 = (authorization) => ({
    ...manners.headers,
    ...(manners.accept ? { accept: manners.accept } : {}),
    ...(authorization ? { authorization } : {}),
  });
  const json = manners.contentType ? { "content-type": manners.contentType } : {};
  const search = (more = {}) => {
    const text = new URLSearchParams({ ...manners.query, ...more }).toString();
    return text ? `?${text}` : "";
  };

  return {
    env,
    paced,
    v1,
    confirm: (location) =>
      paced({
        method: "POST",
        url: manners.callbackUrl(env),
        headers: { ...v1(manners.callbackAs(env)), ...json },
        body: manners.callbackBody(location, Number(env.APPLICATION_ID)),
      }),
    readStatus: (location) =>
      paced({
        method: "GET",
        url: `${env.APP_URL}/marketplace/salon/${location}/application/${env.APPLICATION_ID}${search()}`,
        headers: v1(manners.asPartner(env)),
      }),
    readResources: (location, cursor) => {
      const limit = manners.resourcesLimit === undefined ? [] : [`limit=${manners.resourcesLimit}`];
      const parts = [...limit, ...(cursor === undefined ? [] : [`cursor=${manners.resourcesCursor(cursor)}`])];
      const url = `${env.V3_BASE_URL}${manners.resourcesPath(location)}${parts.length > 0 ? `?${parts.join("&")}` : ""}`;
      return paced({ method: "GET", url, headers: { ...manners.headers, authorization: manners.asReader(env) } });
    },
    readCalls: (fields) => {
      const url = `${env.BASE_URL}/voip/integration/calls`;
      const headers = v1(manners.asUser(env));
      const { callsMethod: method } = manners;
      if (manners.callsInQuery) return paced({ method, url: url + search(fields), headers });
      return paced({ method, url, headers: { ...headers, ...json }, body: JSON.stringify(fields) });
    },
  };
}
