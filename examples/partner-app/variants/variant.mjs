import { behaviour } from "../behaviour.mjs";

/** A way to misbehave: the requirement that it breaks, the claims that show it, and the rows of the behaviour that it replaces. */
export const breaks = (requirement, claims, change) => ({ requirement, claims: claims.split(" "), change });

/** Reads something else than the application should. */
export const get = (api, url, authorization = behaviour.asPartner(api.env)) =>
  api.paced({ method: "GET", url, headers: api.v1(authorization) });

/** The subject of a webhook, whichever words the platform has for it. */
const kinds = {
  client: /^client/i,
  record: /^record/i,
  service: /^service(?!_?categor)/i,
  salon: /^salon/i,
  schedule: /^schedule/i,
  loyalty: /^loyalty/i,
  finances: /^finances/i,
};
export const isOf = (kind, { resource }) => kinds[kind].test(resource);
export const isCreated = ({ status }) => /^(creat|add)/i.test(status);
export const isDeleted = ({ status }) => /^(delet|remov)/i.test(status);

/** An authorization as the system user. */
export const asUser = behaviour.asUser;
