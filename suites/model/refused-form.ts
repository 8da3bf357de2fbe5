import { loadVersioning } from "../../specs/versioning.ts";
import type { Seen } from "./seen.ts";

/** Statuses that refuse something else than the form of a request. */
const otherRefusals = new Set([401, 403, 404, 429]);

/** True if a request without the documented media types was refused, perhaps for them: with which status is open. */
export function isRefusedForItsForm({ request: { headers, body }, view: { operation, status } }: Seen): boolean {
  if (status < 400 || status >= 500 || otherRefusals.has(status)) return false;
  const { accept, content_type } = loadVersioning();
  const takes = (name: string) =>
    operation.parameters.some((parameter) => parameter.in === "header" && parameter.name === name);
  const lacks = (name: string, value: string) =>
    !headers.some(([own, sent]) => own.toLowerCase() === name.toLowerCase() && sent === value);
  return (
    (takes("Accept") && lacks("Accept", accept)) ||
    ((body !== undefined || takes("Content-Type")) && lacks("Content-Type", content_type))
  );
}
