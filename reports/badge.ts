import { markup } from "./markup.ts";

/** How wide a letter is in the badge's font, about; `textLength` makes the text fit exactly. */
const letterWidth = 6.4;

/** Pixels on each side of a text. */
const padding = 7;

/** A small picture for a README or a listing: a label on grey, and a text on a colour. */
export function drawBadge(label: string, text: string, colour: string): string {
  const textLength = (shown: string) => Math.round(shown.length * letterWidth);
  const left = textLength(label) + 2 * padding;
  const right = textLength(text) + 2 * padding;
  const name = `${label}: ${text}`;
  const { text: svg } =
    markup`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${name}">
<title>${name}</title>
<rect width="${left + right}" height="20" rx="4" fill="#4a4a4a"/>
<path d="M${left} 0h${right - 4}a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4h-${right - 4}z" fill="${colour}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="${padding}" y="14" textLength="${textLength(label)}">${label}</text>
<text x="${left + padding}" y="14" textLength="${textLength(text)}">${text}</text>
</g>
</svg>
`;
  return svg;
}
