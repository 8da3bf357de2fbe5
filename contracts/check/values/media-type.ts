import type { MatchingRule } from "../../pact/interaction.ts";
import { accepts } from "./accepted-values.ts";

/** Media types under which JSON is sent. */
const jsonTypes = ["application/json", "application/json; charset=utf-8", "application/vnd.api.v2+json"];

/** True if a text names a JSON media type. */
export const isJsonType = (text: string): boolean => /^\s*[\w.+-]+\/([\w.+-]*\+)?json\s*(;|$)/i.test(text);

/** True if a text names the media type of forms. */
export const isFormType = (text: string): boolean => /^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(text);

/** True if a rule accepts a JSON media type. */
export const isJsonAccepted = (rule: MatchingRule, example: string): boolean =>
  [example, ...jsonTypes].some((type) => isJsonType(type) && accepts(rule, example, type));
