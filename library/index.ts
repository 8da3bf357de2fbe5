/// <reference types="node" preserve="true" />
export { UsageError } from "../base/errors.ts";
export type { Announced, Delivery, Item, ResetAnswer } from "../harness/control/control.ts";
export type {
  AdapterCall,
  ControlAdapter,
  EmitFields,
  HookFields,
  LinkFields,
  SeedFields,
} from "../harness/control/control-adapter.ts";
export type { WrittenPartnerProfile as PartnerProfile } from "../harness/profiles/partner-profile.ts";
export type { TargetProfile } from "../harness/profiles/target-profile.ts";
export type { Entry } from "../record/journal.ts";
export type { Outcome, RequirementResult, Results, Verdict } from "../record/results.ts";
export {
  changeStatus,
  emptyStatusList,
  renewStatusList,
  type StatusChange,
} from "../reports/certificate/change-status.ts";
export type { DsseEnvelope } from "../reports/certificate/envelope.ts";
export { type CertifiedFacts, issueCertificate } from "../reports/certificate/issue-certificate.ts";
export { type CertificateRefusal, isRefusal, type RefusalCode } from "../reports/certificate/refusal.ts";
export type { Statement } from "../reports/certificate/statement.ts";
export {
  type CertificateStatus,
  issueStatusList,
  openCurrentStatusList,
  openStatusList,
  type StatusEntry,
  type StatusList,
} from "../reports/certificate/status-list.ts";
export {
  type KeySet,
  parseKeySet,
  rotateKeys,
  type TrustedKey,
  trust,
  trustedKeys,
} from "../reports/certificate/trusted-keys.ts";
export {
  type CertificateCheck,
  type ExpectedFacts,
  type GenuineCertificate,
  verifyCertificate,
} from "../reports/certificate/verify-certificate.ts";
export { type CertifyOptions, certify } from "./certify.ts";
export { type JudgeOptions, judge } from "./judge.ts";
export { type RunningSandbox, type StartSandboxOptions, startSandbox } from "./start-sandbox.ts";
