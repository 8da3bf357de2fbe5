import type { InstallState, Trigger } from "../../specs/install-machine.ts";

export type InstallTrigger = Exclude<Trigger, "other">;

/** Who the status log names as the source of a change. */
export type ChangeSource = "marketplace" | "partner_api";

/** One row of the install machine. `to: "same"` keeps the state. */
export interface MachineRow {
  id: string;
  from: InstallState | "any";
  on: InstallTrigger;
  when: keyof typeof guards;
  to: InstallState | "same";
  answers: number;
  says?: string;
  restartsWindow?: boolean;
  emits?: "freeze" | "uninstall" | undefined;
  unlogged?: true;
}

/** The facts that a guard looks at. */
export interface GuardInput {
  mayManageUserRights: boolean;
  locationIsBlocked: boolean;
  locationIsTest: boolean;
  application: { isPublic: boolean; isWhitelisted: boolean; isDraft: boolean };
  /** Milliseconds since the last grant_access. */
  sinceGrant: number;
  confirmWithin: number;
}

/** The conditions of the rows, by name. */
export const guards = {
  always: () => true,
  "may not manage user rights": (input: GuardInput) => !input.mayManageUserRights,
  "installation is blocked": (input: GuardInput) => input.locationIsBlocked,
  "draft off its test Location": (input: GuardInput) => input.application.isDraft && !input.locationIsTest,
  "fast install": (input: GuardInput) => !input.application.isPublic || input.application.isWhitelisted,
  "in window": (input: GuardInput) => input.sinceGrant <= input.confirmWithin,
  "out of window": (input: GuardInput) => input.sinceGrant > input.confirmWithin,
};

/** The first matching row wins; the order follows the specification. docs/sandbox-choices.md lists the rows that it leaves open. */
export const transitions: readonly MachineRow[] = [
  {
    id: "refuse right",
    from: "any",
    on: "grant_access",
    when: "may not manage user rights",
    to: "same",
    answers: 403,
    says: "Access denied.",
  },
  {
    id: "refuse blocked",
    from: "any",
    on: "grant_access",
    when: "installation is blocked",
    to: "same",
    answers: 403,
    says: "Installation is blocked for this location.",
  },
  {
    id: "refuse draft",
    from: "any",
    on: "grant_access",
    when: "draft off its test Location",
    to: "same",
    answers: 403,
    says: "A draft can be installed on a test location only.",
  },
  { id: "fast install", from: "uninstalled", on: "grant_access", when: "fast install", to: "active", answers: 201 },
  {
    id: "connect",
    from: "uninstalled",
    on: "grant_access",
    when: "always",
    to: "pending",
    answers: 201,
    restartsWindow: true,
  },
  {
    id: "reconnect",
    from: "pending",
    on: "grant_access",
    when: "always",
    to: "pending",
    answers: 201,
    restartsWindow: true,
  },
  { id: "grant again", from: "active", on: "grant_access", when: "always", to: "same", answers: 201 },
  {
    id: "reconnect freezed",
    from: "freezed",
    on: "grant_access",
    when: "always",
    to: "pending",
    answers: 201,
    restartsWindow: true,
  },
  { id: "confirm", from: "pending", on: "callback", when: "in window", to: "active", answers: 201 },
  {
    id: "confirm late",
    from: "pending",
    on: "callback",
    when: "always",
    to: "same",
    answers: 422,
    says: "The confirmation window is closed; the owner has to reconnect.",
  },
  { id: "confirm again", from: "active", on: "callback", when: "always", to: "same", answers: 201 },
  {
    id: "confirm freezed",
    from: "freezed",
    on: "callback",
    when: "always",
    to: "same",
    answers: 403,
    says: "The link is frozen.",
  },
  {
    id: "confirm unasked",
    from: "uninstalled",
    on: "callback",
    when: "always",
    to: "same",
    answers: 404,
    says: "Access was not granted.",
  },
  { id: "lapse", from: "pending", on: "window_closes", when: "out of window", to: "same", answers: 200 },
  { id: "freeze", from: "active", on: "freeze", when: "always", to: "freezed", answers: 200, emits: "freeze" },
  {
    id: "disable pending",
    from: "pending",
    on: "disable",
    when: "always",
    to: "uninstalled",
    answers: 200,
    emits: "uninstall",
  },
  {
    id: "disable active",
    from: "active",
    on: "disable",
    when: "always",
    to: "uninstalled",
    answers: 200,
    emits: "uninstall",
  },
  {
    id: "disable freezed",
    from: "freezed",
    on: "disable",
    when: "always",
    to: "uninstalled",
    answers: 200,
    emits: "uninstall",
  },
  { id: "uninstall pending", from: "pending", on: "uninstall", when: "always", to: "uninstalled", answers: 200 },
  { id: "uninstall active", from: "active", on: "uninstall", when: "always", to: "uninstalled", answers: 200 },
  { id: "uninstall freezed", from: "freezed", on: "uninstall", when: "always", to: "uninstalled", answers: 200 },
];

/** The source of the change that each trigger makes. */
export const sources: Record<InstallTrigger, ChangeSource> = {
  grant_access: "marketplace",
  callback: "partner_api",
  window_closes: "marketplace",
  freeze: "marketplace",
  disable: "marketplace",
  uninstall: "partner_api",
};
