/** Something in an interaction that the specification does not promise, or does not allow. */
export interface Incompatibility {
  /** The part of the interaction, such as `response.body`. */
  part: string;
  /** JSON Pointer into that part. */
  pointer: string;
  /** What the consumer relies on, or sends. */
  relied: string;
  /** What the specification says. */
  promised: string;
  /** The requirement that says so. */
  requirement?: string;
  /** Whether it may go well all the same. */
  isWarning?: true;
}
