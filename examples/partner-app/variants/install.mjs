import { behaviour, isRefusal } from "../behaviour.mjs";
import { asUser, breaks } from "./variant.mjs";

const callbackBelow = (address) => `${address}/marketplace/partner/callback`;

/** Confirms whatever it has not confirmed before. */
const confirmsOnce = () => {
  const confirmed = new Set();
  return (location) => !confirmed.has(location) && confirmed.add(location);
};

/** Confirms the first Location that it hears of, and no other. */
const confirmsFirst = () => {
  let first;
  return (location) => {
    first ??= location;
    return location === first;
  };
};

/** Takes a callback that got no answer for one that is still on its way, and sends no other. */
const awaitsAnswers = () => {
  const sent = new Set();
  return {
    isConfirmed: (location) => !sent.has(location),
    retryAfter: () => undefined,
    transport: async (call, send) => {
      const answer = await send(call);
      if (answer.status === 0 && call.url.endsWith(callbackBelow(""))) sent.add(JSON.parse(call.body).salon_id);
      return answer;
    },
  };
};

/** Ends the link of the second Location itself, and goes on reading its calls. */
const leavesAndReads = () => {
  let count = 0;
  return async (api, location) => {
    if (++count !== 2) return;
    await api.uninstall(location);
    setInterval(() => api.readCalls(behaviour.callsFields(location, 1)), 2_500);
  };
};

/** Ways to get installing wrong. */
export const install = {
  "never calls back": breaks("INST-29", "install", { isConfirmed: () => false }),
  "fails in front of the owner": breaks("INST-29", "install", { connectStatus: () => 500 }),
  "calls back by PUT": breaks("INST-29", "install", { callbackMethod: "PUT" }),
  "calls back by GET": breaks("INST-29", "install", { callbackMethod: "GET" }),
  "calls back for another application": breaks("INST-32", "install", {
    callbackBody: (location, application) => JSON.stringify({ salon_id: location, application_id: application + 1 }),
  }),
  "callback in a list": breaks("INST-32", "install", {
    callbackBody: (location, application) => JSON.stringify([{ salon_id: location, application_id: application }]),
  }),
  "calls back to the API's host": breaks("INST-31", "install", {
    callbackUrl: ({ BASE_URL }) => callbackBelow(BASE_URL),
  }),
  "calls back below a prefix": breaks("INST-31", "install", {
    callbackUrl: ({ APP_URL }) => callbackBelow(`${APP_URL}/api/v1`),
  }),
  "ids as strings": breaks("INST-32", "install", {
    callbackBody: (location, application) =>
      JSON.stringify({ salon_id: `${location}`, application_id: `${application}` }),
  }),
  "form-encoded callback": breaks("INST-32", "install", {
    callbackBody: (location, application) => `salon_id=${location}&application_id=${application}`,
  }),
  "company_id for salon_id": breaks("INST-32", "install", {
    callbackBody: (location, application) => JSON.stringify({ company_id: location, application_id: application }),
  }),
  "callback without application": breaks("INST-32", "install", {
    callbackBody: (location) => JSON.stringify({ salon_id: location }),
  }),
  "confirms a Location once in its life": breaks("INST-33", "install", { isConfirmed: confirmsOnce() }),
  "knows one Location": breaks("INST-34", "install", { isConfirmed: confirmsFirst() }),
  "thinks it is still installed": breaks("INST-35", "install", {
    isConfirmed: (location, active) => !active.has(location),
    forgets: () => false,
  }),
  "reads calls before it confirms": breaks("INST-36", "install calls", {
    beforeCallback: (api, location) => api.readCalls(behaviour.callsFields(location, 1)),
  }),
  "reads calls of a refused Location": breaks("INST-36", "install calls", { mayRead: () => true }),
  "insists after a refusal": breaks("INST-37", "install", { retryAfter: () => 900 }),
  "insists after a refusal, fast": breaks("INST-37", "install", {
    retryAfter: (status) => (isRefusal(status) ? 300 : undefined),
  }),
  "storms when the platform fails": breaks("INST-38", "install", {
    retryAfter: (status) => (isRefusal(status) ? undefined : 50),
  }),
  "insists after a refusal, every two seconds": breaks("INST-37", "install", {
    retryAfter: (status) => (isRefusal(status) ? 2_000 : undefined),
  }),
  "confirms again and again": breaks("INST-41", "install", {
    afterActive: async (api, location) => {
      await api.confirm(location);
      await api.confirm(location);
    },
  }),
  "never confirms again where an answer was lost": breaks("INST-33", "install", awaitsAnswers()),
  "reads calls where it uninstalled itself": breaks("LIFE-7", "install lifecycle calls", {
    afterActive: leavesAndReads(),
  }),
  "callback with a user token": breaks("AUTH-20", "install", { callbackAs: asUser }),
  "callback without a token": breaks("AUTH-20", "install", { callbackAs: () => undefined }),
};
