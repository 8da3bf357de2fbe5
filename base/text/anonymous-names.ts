/** Stands for something that may be about someone. */
export const hidden = "…";

/** A name of a field or header as APIs make them up: lower-case words, with a digit or two at most. Names of people, addresses, numbers and tokens that serve as keys do not look like that. */
const apiName = /^(?=\D*\d?\d?\D*$)[a-z][a-z\d]*([_-][a-z\d]+|[A-Z][a-z\d]{2,}|Id|At|By|To|On|In)*$/;

/** The most characters that the name of a field or header has. */
const longestName = 40;

/** The name of a field or header, unless it may be about someone: what does not look like a name of an API is left out. */
export function anonymizeName(name: string): string {
  if (/^\d+$/.test(name)) return "#";
  return apiName.test(name) && name.length <= longestName ? name : hidden;
}

/** Objects whose keys a business makes up itself. */
export const freeObjects: ReadonlySet<string> = new Set(["custom_fields"]);

/** Fields whose values are words of the API, and say nothing about anybody. */
export const codeFields: ReadonlySet<string> = new Set([
  "status",
  "type",
  "source",
  "state",
  "kind",
  "event",
  "resource",
  "status_from",
  "status_to",
]);

/** True if a text is a code, the name of a field, or a few words of an API: names of people begin with a capital, and tokens have digits. */
export const isApiWord = (text: string): boolean =>
  /^([a-z_ -]{1,40}|[A-Z_-]{1,30})$/.test(text) || anonymizeName(text) === text;
