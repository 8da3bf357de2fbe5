import { type Files, specificationFile } from "./files.ts";

export type LinkState = "uninstalled" | "pending" | "active" | "freezed";
export type Trigger = "grant_access" | "callback" | "window_closes" | "freeze" | "uninstall" | "disable" | "other";

/** One row of the install machine: `same` keeps the state, `unknown` is any but those in `not`. */
export interface Transition {
  id: string;
  from: LinkState[];
  on: Trigger;
  when: string;
  to: LinkState[] | "same" | "unknown";
  not?: LinkState[];
  open?: true;
  answers?: number[];
  emits?: "freeze" | "uninstall";
  restarts?: string;
  requirement: string;
}

/** The link between an application and a Location, as a table. */
export interface InstallMachine {
  states: Record<LinkState, { linked: boolean; means: string }>;
  triggers: Record<
    Trigger,
    { by: "owner" | "partner" | "platform" | "time"; operation?: string; limit?: string; means: string }
  >;
  guards: Record<string, string>;
  transitions: Transition[];
}

export const loadInstallMachine = (files?: Files): InstallMachine => specificationFile("install-machine.yaml", files);
