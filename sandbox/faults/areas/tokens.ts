import type { ApiCall } from "../../api/call/call.ts";
import { access, allowing } from "../changes/access.ts";
import { all, type BehaviourChange, breaks, type Faults, subtly } from "../changes/fault.ts";
import { dataCalls } from "../changes/operations.ts";

/** Reports whether a token that is not known is close enough to one that is. */
type Likeness = (token: string, known: string) => boolean;

const isCutShort: Likeness = (token, known) => token.length > 3 && known.startsWith(token);
const isExtended: Likeness = (token, known) => token.startsWith(known);
const isInOtherCase: Likeness = (token, known) => token.toLowerCase() === known.toLowerCase();

/** Takes a partner token that is like a known one, on some operations. */
const likePartners = (isLike: Likeness, ...operations: string[]): BehaviourChange =>
  all(
    allowing(
      "partnerIsKnown",
      ({ operation, world }, token) =>
        operations.includes(operation) && [...world.people.partners].some((known) => isLike(token, known)),
    ),
    access({ partnerOwns: () => true }),
  );

/** Takes a v3 token that is like a known one. */
const likeCredentials = (isLike: Likeness): BehaviourChange =>
  access({
    credentialIsKnown: ({ world }, token) => [...world.people.v3.keys()].some((known) => isLike(token, known)),
    credentialSees: () => true,
    credentialHasScope: () => true,
  });

/** Takes a user's token that is like a known one, on some operations. */
const likeUsers = (isLike: Likeness, ...operations: string[]): BehaviourChange => {
  const isAffected = ({ operation, world }: ApiCall, token: string) =>
    operations.includes(operation) && [...world.people.users.keys()].some((known) => isLike(token, known));
  return all(
    allowing("userIsKnown", isAffected),
    allowing(
      "userMay",
      (call) => isAffected(call, call.caller.user.token) && !call.world.people.users.has(call.caller.user.token),
    ),
  );
};

/** Takes tokens under whichever scheme, on some operations. */
const takingAnyScheme = (...operations: string[]): BehaviourChange =>
  access({ schemeIsKnown: ({ operation }, scheme) => scheme === "Bearer" || operations.includes(operation) });

/** Takes the partner tokens of earlier worlds. */
const neverForgetting: BehaviourChange = () => {
  const seen = new Set<string>();
  return (behaviour) => ({
    ...behaviour,
    access: {
      ...behaviour.access,
      partnerIsKnown: ({ world }, token) => {
        for (const known of world.people.partners) seen.add(known);
        return seen.has(token);
      },
      partnerOwns: () => true,
    },
  });
};

/** Tokens that are nearly right, on operations of every scheme. */
export const tokenFaults: Faults = {
  "companies need no user": breaks(
    "AUTH-4",
    allowing("userIsKnown", ({ operation }, token) => operation === "listCompanies" && token === ""),
  ),
  "any user token lists companies": breaks(
    "AUTH-5",
    allowing("userIsKnown", ({ operation }, token) => operation === "listCompanies" && token !== ""),
  ),
  "a user token cut short lists companies": subtly("AUTH-5", likeUsers(isCutShort, "listCompanies")),
  "a user's token is taken under any word": subtly(
    "AUTH-4",
    access({ form: /^(\w+) ([^\s,]+)(?:, ?\w+ ([^\s,]+))?$/ }),
  ),
  "a user's token is taken without a word": subtly(
    "AUTH-4",
    access({ form: /^(\w+) ([^\s,]+)(?:, ?(?:User )?([^\s,]+))?$/ }),
  ),
  "a raw partner token will do": breaks(
    "AUTH-3",
    access({
      form: /^(?:(\w+) )?([^\s,]+)(?:, ?User ([^\s,]+))?$/,
      schemeIsKnown: (_, scheme) => ["Bearer", ""].includes(scheme),
    }),
  ),
  "data calls take another scheme": subtly("AUTH-3", takingAnyScheme(...dataCalls)),
  "companies take another scheme": subtly("AUTH-3", takingAnyScheme("listCompanies")),
  "the callback takes another scheme": subtly("AUTH-3", takingAnyScheme("confirmInstallation")),
  "v3 takes another scheme": subtly("AUTH-12", takingAnyScheme("listResources")),
  "a partner token cut short confirms": subtly("AUTH-2", likePartners(isCutShort, "confirmInstallation")),
  "a partner token that goes on confirms": subtly("AUTH-2", likePartners(isExtended, "confirmInstallation")),
  "a partner token in other letter case confirms": subtly("AUTH-2", likePartners(isInOtherCase, "confirmInstallation")),
  "a partner token cut short grants": subtly("AUTH-2", likePartners(isCutShort, "grantAccess")),
  "a partner token cut short lists companies": subtly("AUTH-2", likePartners(isCutShort, "listCompanies")),
  "an owner's token cut short grants": subtly("AUTH-9", likeUsers(isCutShort, "grantAccess")),
  "the system user grants": subtly(
    "AUTH-9",
    allowing("userMay", ({ operation, caller }) => operation === "grantAccess" && caller.user.systemOf !== undefined),
  ),
  "a v3 token cut short will do": subtly("AUTH-12", likeCredentials(isCutShort)),
  "a v3 token that goes on will do": subtly("AUTH-12", likeCredentials(isExtended)),
  "a v3 token in other letter case will do": subtly("AUTH-12", likeCredentials(isInOtherCase)),
  "partner tokens outlive their world": subtly("AUTH-2", neverForgetting),
};
