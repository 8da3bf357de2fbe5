/** The uses of an API token; each includes those before it. */
export const scopes = ["read", "run", "manage"] as const;
export type Scope = (typeof scopes)[number];

/** The uses of each role: operators, and those who only read; a partner's administrators, and its members, who manage neither people nor secrets. */
export const scopeOfRole = { operator: "manage", reader: "read", partner: "manage", member: "run" } as const;
export type AccountRole = keyof typeof scopeOfRole;

/** Roles as people read them. */
export const roleNames: Record<AccountRole, string> = {
  operator: "operator",
  reader: "read-only operator",
  partner: "administrator",
  member: "member",
};

/** True if someone belongs to the marketplace, and sees all partners. */
export const isOperator = ({ role }: Pick<Actor, "role">): boolean => role === "operator" || role === "reader";

/** The smaller of two scopes. */
export const narrowerScope = (a: Scope, b: Scope): Scope => (covers(a, b) ? b : a);

/** Someone who is signed in, or a machine that shows a token. */
export interface Actor {
  accountId: string;
  role: AccountRole;
  partnerId: string | null;
  email: string;
  /** Where a request came from. */
  address: string;
  /** The token that forms carry; absent for machines. */
  csrf?: string;
  /** The uses of a machine's token; people may do whatever their role may. */
  scope: Scope;
  /** Their present action, as the audit log words it. */
  doing?: string | undefined;
  /** The token itself, where a machine shows one. */
  tokenId?: string;
}

/** True if an actor's scope covers another. */
export const covers = (scope: Scope, needed: Scope): boolean => scopes.indexOf(scope) >= scopes.indexOf(needed);
