/** The usual bounds of a run; a profile writes those that should differ under `bounds`. The unit is part of each name. */
export const usualBounds = {
  /** For one answer, from the request to the last byte: the specification names no time. */
  answer_s: 30,
  /** For one wait that a target asks for, unless the run has more patience. */
  wait_s: 120,
  /** For all waits of a run that a target asks for. */
  waits_s: 1200,
  /** For one proof, without the waits that it has to make. */
  proof_s: 1800,
  /** For the whole run: six hours. */
  run_s: 21_600,
  /** The number of requests that may stay without an answer in time before a target that answers others is given up. */
  silences: 8,
  /** Of one answer, or of one answer of the control protocol: far more than any documented page. */
  body_mb: 8,
  /** Of one webhook. */
  webhook_mb: 8,
  /** The number of webhooks that are kept of those that come to one proof. */
  webhooks: 10_000,
  /** Of one body, in the journal. */
  evidence_kb: 256,
  /** Of all bodies of a run, in the journal. */
  evidence_mb: 128,
};

/** The bounds of a run. */
export type Bounds = Readonly<typeof usualBounds>;

/** The bounds of a profile, where it has some. */
export const boundsOf = (written: Partial<Bounds> = {}): Bounds => ({ ...usualBounds, ...written });

/** A number of megabytes in bytes. */
export const megabytes = (count: number): number => count * 1_000_000;
