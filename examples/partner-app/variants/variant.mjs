import { behaviour } from "../behaviour.mjs";

/** A way to misbehave: the requirement that it breaks, the claims that show it, and the rows of the behaviour that it replaces. */
export const breaks = (requirement, claims, change) => ({ requirement, claims: claims.split(" "), change });

/** Reads something else than the application should. */
export const get = (api, url, authorization = behaviour.asPartner(api.env)) =>
  api.paced({ method: "GET", url, headers: api.v1(authorization) });

/** An authorization as the system user. */
export const asUser = behaviour.asUser;
