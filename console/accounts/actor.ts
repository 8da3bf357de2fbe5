/** What an account may do. */
export type AccountRole = "operator" | "partner";

/** What a token of the API may be used for; each includes those before it. */
export const scopes = ["read", "run", "manage"] as const;
export type Scope = (typeof scopes)[number];

/** Somebody who is signed in, or a machine that shows a token. */
export interface Actor {
  accountId: string;
  role: AccountRole;
  partnerId: string | null;
  email: string;
  /** Where a request came from. */
  address: string;
  /** The token that forms carry; absent for machines. */
  csrf?: string;
  /** What a machine's token may be used for; people may do whatever their role may. */
  scope: Scope;
  /** What the audit log says of what they do now. */
  doing?: string | undefined;
  /** The token itself, where a machine shows one. */
  tokenId?: string;
}

/** Whether an actor's scope covers another. */
export const covers = (scope: Scope, needed: Scope): boolean => scopes.indexOf(scope) >= scopes.indexOf(needed);
