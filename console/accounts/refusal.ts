/** Why something that was asked for is not done. */
export type ConsoleRefusalCode =
  | "not-signed-in"
  | "not-allowed"
  | "not-found"
  | "bad-input"
  | "bad-request"
  | "too-large"
  | "too-many"
  | "conflict"
  | "wrong-password"
  | "wrong-code"
  | "used-link"
  | "wrong-host"
  | "away"
  | "failed";

/** Someone asked for something that is not done; the message says why, and what to do. */
export class ConsoleRefusal extends Error {
  override name = "ConsoleRefusal";
  readonly code: ConsoleRefusalCode;
  /** The place in what was sent that is wrong, where there is one. */
  readonly field: string | undefined;
  /** Seconds after which it is worth trying again. */
  readonly retryAfter: number | undefined;

  constructor(code: ConsoleRefusalCode, message: string, field?: string, retryAfter?: number) {
    super(message);
    this.code = code;
    this.field = field;
    this.retryAfter = retryAfter;
  }
}

/** Refuses what does not exist, or is another's, in the same words. */
export const notThere = (): ConsoleRefusal =>
  new ConsoleRefusal("not-found", "there is nothing at this address, or it is not yours");

/** Refuses a link that cannot be used. */
export const usedLink = (): ConsoleRefusal =>
  new ConsoleRefusal("used-link", "this link was used, or it is too old; ask for another");
