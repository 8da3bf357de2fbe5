import { createHash } from "node:crypto";
import { type Markup, markup } from "./markup.ts";

/** The inline assets of a page: the texts of its style sheet and of its script, exactly as they stand between their tags. */
interface PageAssets {
  style: string;
  script?: string;
}

/** The policy of a page: nothing is loaded from anywhere, and nothing runs but the script that the page was made with, whatever someone smuggles into it. */
export function contentPolicy({ style, script }: PageAssets): Markup {
  const rules = [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "img-src data:",
    `style-src '${hashOf(style)}'`,
    // Widths of bars; no attribute can run anything.
    "style-src-attr 'unsafe-inline'",
    ...(script === undefined ? [] : [`script-src '${hashOf(script)}'`]),
  ];
  return markup`<meta http-equiv="Content-Security-Policy" content="${rules.join("; ")}">`;
}

const hashOf = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;
