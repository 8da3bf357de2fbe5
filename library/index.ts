export { UsageError } from "../base/errors.ts";
export type { Announced, Delivery, Item, ResetAnswer } from "../harness/control.ts";
export type {
  AdapterCall,
  ControlAdapter,
  EmitFields,
  HookFields,
  LinkFields,
  SeedFields,
} from "../harness/control-adapter.ts";
export type { WrittenPartnerProfile as PartnerProfile } from "../harness/partner-profile.ts";
export type { TargetProfile } from "../harness/target-profile.ts";
export type { Entry } from "../record/journal.ts";
export type { Outcome, RequirementResult, Results, Verdict } from "../record/results.ts";
export { type CertifyOptions, certify } from "./certify.ts";
export { type JudgeOptions, judge } from "./judge.ts";
export { type RunningSandbox, type StartSandboxOptions, startSandbox } from "./start-sandbox.ts";
