import type { CertificationContext } from "../context.ts";
import type { PartnerFinding } from "../recorder.ts";
import type { PartnerRequest } from "../requests/partner-request.ts";

/** A condition on one request of an application. */
export interface RequestRule {
  id: string;
  appliesTo: (request: PartnerRequest, context: CertificationContext) => boolean;
  /** Finds the flaw of a request that it applies to. */
  breach: (request: PartnerRequest, context: CertificationContext) => PartnerFinding | undefined;
}
