import type { Credentials } from "../target.ts";

/** The Authorization header of each scheme, in the form that the specification gives. */
export const authorizations = {
  BearerPartner: ({ partner_token }: Partial<Credentials>) => `Bearer ${partner_token}`,
  BearerPartnerUser: ({ partner_token }: Partial<Credentials>, user: string) => `Bearer ${partner_token}, User ${user}`,
  v3: ({ v3_token }: Partial<Credentials>) => `Bearer ${v3_token}`,
};
