/** One webhook to be sent. */
export interface Notice {
  event: string;
  url: string;
  method: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
  /** Milliseconds from the event until it is sent. */
  delay: number;
}

/** A webhook in its specified form: a POST of JSON. */
export const noticeOf = (event: string, url: string, body: Record<string, unknown>, delay: number): Notice => ({
  event,
  url,
  method: "POST",
  headers: { "content-type": "application/json" },
  body,
  delay,
});
