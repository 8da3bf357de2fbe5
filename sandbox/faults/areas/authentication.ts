import { access as scoped } from "../../api/call/access.ts";
import type { ApiCall } from "../../api/call/call.ts";
import type { ApiReply } from "../../api/call/replies.ts";
import { access, allowing, isSystemUser, misanswering } from "../changes/access.ts";
import { all, breaks, type Faults, subtly } from "../changes/fault.ts";
import { dataCalls } from "../changes/operations.ts";
import { replyIf, status } from "../changes/replies.ts";
import { route } from "../changes/routes.ts";
import { policy } from "../changes/world.ts";

const isUnknownUser = ({ caller, world }: ApiCall): boolean => !world.people.users.has(caller.user.token);

const lacksScope = (_: ApiReply, call: ApiCall): boolean =>
  !!call.caller.credential && !scoped.credentialHasScope(call);

export const authenticationFaults: Faults = {
  "countries need no token": breaks("AUTH-1", route("listCountries", { scheme: "none" })),
  "the service read needs no token": subtly("AUTH-1", route("readService", { scheme: "none" })),
  "the date range needs no token": subtly("AUTH-1", route("searchActivityDateRange", { scheme: "none" })),
  "no token is denied": breaks("AUTH-1", access({ unauthenticated: 403 })),
  "the status read without a token is not found": subtly("AUTH-1", status("readInstallationStatus", 401, 404)),
  "any partner token opens Locations": breaks(
    "AUTH-2",
    all(
      allowing("partnerIsKnown", ({ operation }, token) => operation === "listConnectedLocations" && token !== ""),
      access({ partnerOwns: () => true }),
    ),
  ),
  "any partner token opens the service read": subtly(
    "AUTH-2",
    allowing("partnerIsKnown", ({ operation }, token) => operation === "readService" && token !== ""),
  ),
  "a wrong partner token is denied": breaks(
    "AUTH-2",
    misanswering("partnerIsKnown", 403, (_, token) => token !== ""),
  ),
  "another scheme than Bearer will do": breaks("AUTH-3", access({ schemeIsKnown: () => true })),
  "a missing user is let in to clients": breaks(
    "AUTH-4",
    all(
      allowing("userIsKnown", ({ operation }, token) => operation === "listClients" && token === ""),
      allowing("userMay", ({ caller }) => caller.user.token === ""),
    ),
  ),
  "a missing user is denied": breaks(
    "AUTH-4",
    misanswering("userIsKnown", 403, (_, token) => token === ""),
  ),
  "a wrong user of calls is denied": breaks(
    "AUTH-5",
    misanswering("userIsKnown", 403, ({ operation }, token) => token !== "" && operation === "listCalls"),
  ),
  "any user token opens clients": subtly(
    "AUTH-5",
    all(
      allowing("userIsKnown", ({ operation }, token) => operation === "listClients" && token !== ""),
      allowing("userMay", isUnknownUser),
    ),
  ),
  "strangers read clients": breaks(
    "AUTH-6",
    allowing("userMay", (call) => call.operation === "listClients" && !isSystemUser(call)),
  ),
  "strangers read calls": subtly(
    "AUTH-6",
    allowing("userMay", (call) => call.operation === "listCalls" && !isSystemUser(call)),
  ),
  "strangers count as unknown": breaks(
    "AUTH-6",
    misanswering("userMay", 401, (call) => dataCalls.includes(call.operation) && !isSystemUser(call)),
  ),
  "countries want a user": breaks("AUTH-7", route("listCountries", { scheme: "BearerPartnerUser" })),
  "both tokens in one header are refused": breaks("AUTH-8", access({ userIsKnown: () => false })),
  "anybody grants access": breaks(
    "AUTH-9",
    all(
      allowing("userIsKnown", ({ operation }) => operation === "grantAccess"),
      allowing("userMay", (call) => call.operation === "grantAccess" && isUnknownUser(call)),
    ),
  ),
  "the callback wants a user": breaks("AUTH-10", route("confirmInstallation", { scheme: "BearerPartnerUser" })),
  "a valid v3 token is refused": breaks("AUTH-11", access({ credentialIsKnown: () => false })),
  "any v3 token will do": breaks(
    "AUTH-12",
    access({ credentialIsKnown: (_, token) => token !== "", credentialSees: () => true }),
  ),
  "v3 needs no token": subtly("AUTH-12", access({ credentialIsKnown: () => true, credentialSees: () => true })),
  "v3 without a token is denied": breaks("AUTH-12", status("listResources", 401, 403)),
  "a v3 token without the scope will do": breaks("AUTH-13", access({ credentialHasScope: () => true })),
  "a v3 token without the scope is not valid": breaks(
    "AUTH-13",
    replyIf("listResources", lacksScope, (answer) => ({ ...answer, status: 422 })),
  ),
  "a v3 token without the scope will do beside a cursor": subtly(
    "AUTH-13",
    access({ credentialHasScope: (call) => call.query.has("cursor") || scoped.credentialHasScope(call) }),
  ),
  "TLS 1.1 is accepted": breaks("TLS-1", policy({ tlsMinimum: "TLSv1.1" })),
  "TLS 1.2 is refused": breaks("TLS-1", policy({ tlsMinimum: "TLSv1.3" })),
};
