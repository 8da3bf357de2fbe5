import { describeSuite, type SuiteIdentity } from "../../specs/suite.ts";
import { markup } from "./markup.ts";

/** About how wide a text is in the badge's font, with its padding, in pixels. */
const widthOf = (text: string): number => Math.round(text.length * 6.6 + 14);

/** The texts of a badge: a label on grey and a text on a colour; its title names the suite that judged. */
interface BadgeText {
  label: string;
  text: string;
  colour: string;
  suite?: SuiteIdentity | undefined;
}

/** A small picture for a README or a listing. */
export function drawBadge({ label, text, colour, suite }: BadgeText): string {
  const [left, right] = [widthOf(label), widthOf(text)];
  const name = `${label}: ${text}${suite ? `; judged by ${describeSuite(suite)}` : ""}`;
  const { text: svg } =
    markup`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${name}">
<title>${name}</title>
<rect width="${left + right}" height="20" rx="4" fill="#4a4a4a"/>
<path d="M${left} 0h${right - 4}a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4h-${right - 4}z" fill="${colour}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
<text x="${left / 2}" y="14">${label}</text>
<text x="${left + right / 2}" y="14">${text}</text>
</g>
</svg>
`;
  return svg;
}
