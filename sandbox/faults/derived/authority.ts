import { loadOperations, type Operation } from "../../../specs/operations.ts";
import type { ApiCall } from "../../api/call/call.ts";
import { access, allowing, isSystemUser } from "../changes/access.ts";
import { all, type BehaviourChange } from "../changes/fault.ts";
import type { DerivedFault, OnShown } from "./derived-fault.ts";

/** One check of authority that an operation leaves out. */
interface LeftOutCheck {
  wrong: string;
  breaks: (operation: Operation) => string;
  applies: (operation: Operation) => boolean;
  change: (isAffected: (call: ApiCall) => boolean, onShown: OnShown) => BehaviourChange;
}

/** Also lets in whom a condition names, and reports each whom it should not have let in. */
const letting = <Name extends "partnerIsKnown" | "userIsKnown" | "userMay">(
  name: Name,
  condition: Parameters<typeof allowing<Name>>[1],
  onShown: OnShown,
): BehaviourChange =>
  allowing<Name>(name, (call, subject) => {
    const isLetIn = condition(call, subject);
    if (isLetIn) onShown();
    return isLetIn;
  });

/** Any application counts as the caller's own. */
const owningAll =
  (isAffected: (call: ApiCall) => boolean): BehaviourChange =>
  () =>
  (behaviour) => {
    const { partnerOwns } = behaviour.access;
    return access({ partnerOwns: (call, application) => isAffected(call) || partnerOwns(call, application) })()(
      behaviour,
    );
  };

const isV1 = ({ surface }: Operation): boolean => surface === "v1" || surface === "callback";
const needsUser = ({ schemes }: Operation): boolean =>
  schemes.includes("BearerPartnerUser") && !schemes.includes("BearerPartner");
const isUnknownUser = ({ caller, world }: ApiCall): boolean => !world.people.users.has(caller.user.token);

/** The remark on operations whose authentication is not shown: that some are for partners only. */
const forPartners = (operation: Operation, requirement: string): string =>
  operation.notShown.includes("security") ? "MKT-13" : requirement;

const userRequirement = ({ id, dataCall }: Operation, ofDataCall: string): string => {
  if (id === "grantAccess") return "AUTH-9";
  return dataCall.length > 0 ? ofDataCall : "AUTH-8";
};

const leftOut: LeftOutCheck[] = [
  {
    wrong: "needs no token",
    breaks: (operation) => forPartners(operation, "AUTH-1"),
    applies: isV1,
    change: (isAffected, onShown) =>
      all(
        letting("partnerIsKnown", (call, token) => isAffected(call) && token === "", onShown),
        letting("userIsKnown", (call, token) => isAffected(call) && token === "", onShown),
        letting("userMay", (call) => isAffected(call) && call.caller.user.token === "", onShown),
        owningAll((call) => isAffected(call) && call.caller.partner === ""),
      ),
  },
  {
    wrong: "takes any partner token",
    breaks: (operation) => forPartners(operation, "AUTH-2"),
    applies: isV1,
    change: (isAffected, onShown) =>
      all(
        letting("partnerIsKnown", (call, token) => isAffected(call) && token !== "", onShown),
        owningAll((call) => isAffected(call) && !call.world.people.partners.has(call.caller.partner)),
      ),
  },
  {
    wrong: "needs no user token",
    breaks: (operation) => userRequirement(operation, "AUTH-4"),
    applies: needsUser,
    change: (isAffected, onShown) =>
      all(
        letting("userIsKnown", (call, token) => isAffected(call) && token === "", onShown),
        letting("userMay", (call) => isAffected(call) && call.caller.user.token === "", onShown),
      ),
  },
  {
    wrong: "takes any user token",
    breaks: (operation) => userRequirement(operation, "AUTH-5"),
    applies: needsUser,
    change: (isAffected, onShown) =>
      all(
        letting("userIsKnown", (call, token) => isAffected(call) && token !== "", onShown),
        letting("userMay", (call) => isAffected(call) && call.caller.user.token !== "" && isUnknownUser(call), onShown),
      ),
  },
  {
    wrong: "needs no right of the user",
    breaks: ({ id }) => (id === "grantAccess" ? "INST-2" : "AUTH-6"),
    applies: needsUser,
    change: (isAffected, onShown) =>
      letting("userMay", (call) => isAffected(call) && !isSystemUser(call) && !isUnknownUser(call), onShown),
  },
  {
    wrong: "needs no active link of the system user",
    breaks: () => "INST-17",
    applies: ({ dataCall }) => dataCall.length > 0,
    change: (isAffected, onShown) => letting("userMay", (call) => isAffected(call) && isSystemUser(call), onShown),
  },
  {
    wrong: "opens applications of other partners",
    breaks: () => "ERR-1",
    applies: ({ id, path, notShown }) =>
      path.includes("{application_id}") && id !== "grantAccess" && !notShown.includes("security"),
    change: (isAffected) => owningAll(isAffected),
  },
  {
    wrong: "needs no access token",
    breaks: () => "AUTH-12",
    applies: ({ surface }) => surface === "v3",
    change: (_, onShown) => seeingAll((token) => token === "", onShown),
  },
  {
    wrong: "takes any access token",
    breaks: () => "AUTH-12",
    applies: ({ surface }) => surface === "v3",
    change: (_, onShown) => seeingAll((token) => token !== "", onShown),
  },
  {
    wrong: "needs no access to the Location",
    breaks: () => "RES-9",
    applies: ({ surface }) => surface === "v3",
    change: (_, onShown) => {
      onShown();
      return access({ credentialSees: () => true });
    },
  },
];

/** Lets in v3 tokens that no one issued. */
const seeingAll =
  (isLetIn: (token: string) => boolean, onShown: OnShown): BehaviourChange =>
  () =>
  (behaviour) => {
    const { credentialIsKnown, credentialSees } = behaviour.access;
    const isAffected = (call: ApiCall, token: string) => !call.world.people.v3.has(token) && isLetIn(token);
    return access({
      credentialIsKnown: (call, token) => {
        if (isAffected(call, token)) onShown();
        return isAffected(call, token) || credentialIsKnown(call, token);
      },
      credentialSees: (call, location) =>
        isAffected(call, call.caller.credential.token) || credentialSees(call, location),
    })()(behaviour);
  };

/** Each operation without one of its checks of authority. */
export const authorityFaults = (): DerivedFault[] =>
  loadOperations()
    .filter(({ surface }) => surface !== "webhooks")
    .flatMap((operation) =>
      leftOut
        .filter(({ applies }) => applies(operation))
        .map(
          ({ wrong, breaks, change }): DerivedFault => ({
            name: `${operation.id} ${wrong}`,
            kind: "authority",
            wrong,
            breaks: breaks(operation),
            above: ["AUTH-1", "AUTH-2", "INST-39", ...(operation.requirement ? [operation.requirement] : [])],
            paths: [operation.path],
            place: operation.id,
            change: (onShown) => change((call) => call.operation === operation.id, onShown),
          }),
        ),
    );
