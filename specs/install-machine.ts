import { type Files, specificationFile } from "./files.ts";
import type { RequirementId } from "./ledger/requirement-ids.ts";

export type InstallState = "uninstalled" | "pending" | "active" | "freezed";
export type Trigger = "grant_access" | "callback" | "window_closes" | "freeze" | "uninstall" | "disable" | "other";

/** One row of the install machine: `same` keeps the state, `unknown` is any but those in `not`. */
export interface Transition {
  id: string;
  from: InstallState[];
  on: Trigger;
  when: string;
  to: InstallState[] | "same" | "unknown";
  not?: InstallState[];
  open?: true;
  answers?: number[];
  emits?: "freeze" | "uninstall";
  restarts?: string;
  requirement: RequirementId;
}

/** The link between an application and a Location, as a table. */
export interface InstallMachine {
  states: Record<InstallState, { linked: boolean; means: string }>;
  triggers: Record<
    Trigger,
    { by: "owner" | "partner" | "platform" | "time"; operation?: string; limit?: string; means: string }
  >;
  guards: Record<string, string>;
  transitions: Transition[];
}

export const loadInstallMachine = (files?: Files): InstallMachine => specificationFile("install-machine.yaml", files);
