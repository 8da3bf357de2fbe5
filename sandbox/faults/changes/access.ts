import type { Access, ApiCall } from "../../api/call/call.ts";
import { Refusal } from "../../api/call/replies.ts";
import type { BehaviourChange } from "./fault.ts";

/** Replaces entries of the table of access. */
export const access =
  (patch: Partial<Access>): BehaviourChange =>
  () =>
  (behaviour) => ({ ...behaviour, access: { ...behaviour.access, ...patch } });

/** True if a call is made in the name of a system user. */
export const isSystemUser = ({ caller }: ApiCall): boolean => caller.user.systemOf !== undefined;

type CheckName = "partnerIsKnown" | "userIsKnown" | "userMay";

/** The subject of a check, besides the call: a token or a Location's id. */
type CheckSubject<Name extends CheckName> = Parameters<Access[Name]>[1];

type AccessCondition<Name extends CheckName> = (call: ApiCall, subject: CheckSubject<Name>) => boolean;

/** Replaces a check by one that starts from the right answer. */
const check =
  <Name extends CheckName>(
    name: Name,
    decide: (isAllowed: boolean, call: ApiCall, subject: CheckSubject<Name>) => boolean,
  ): BehaviourChange =>
  () =>
  (behaviour) => {
    const original = behaviour.access[name] as (
      call: ApiCall,
      subject: CheckSubject<Name>,
      ...more: unknown[]
    ) => boolean;
    const replaced: typeof original = (call, subject, ...more) =>
      decide(original(call, subject, ...more), call, subject);
    return { ...behaviour, access: { ...behaviour.access, [name]: replaced } };
  };

/** Also allows what should not be allowed. */
export const allowing = <Name extends CheckName>(name: Name, condition: AccessCondition<Name>): BehaviourChange =>
  check(name, (isAllowed, call, subject) => isAllowed || condition(call, subject));

/** Does not allow what should be allowed. */
export const forbidding = <Name extends CheckName>(name: Name, condition: AccessCondition<Name>): BehaviourChange =>
  check(name, (isAllowed, call, subject) => isAllowed && !condition(call, subject));

/** Rightly does not allow something, but answers with the wrong status. */
export const misanswering = <Name extends CheckName>(
  name: Name,
  status: number,
  condition: AccessCondition<Name>,
): BehaviourChange =>
  check(name, (isAllowed, call, subject) => {
    if (!isAllowed && condition(call, subject)) throw new Refusal(status, "Refused.");
    return isAllowed;
  });
