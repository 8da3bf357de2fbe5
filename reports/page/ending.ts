import { applicationEnd } from "../../record/application-end.ts";
import type { Results } from "../../record/results.ts";
import { type Markup, markup } from "../parts/markup.ts";

/** How the application ended, if it did: in which scenario, after what, and what it printed. */
export function ending(results: Results): Markup | undefined {
  const end = applicationEnd(results);
  if (!end) return undefined;
  return markup`<p class="lead">${end.how}.${end.scenario && markup` It happened in “${end.scenario}”, after this: ${end.step ?? ""}.`}</p>
${end.lines.length > 0 ? markup`<p>The last lines that it printed; <a href="application.log">application.log</a> has all of them:</p><pre>${end.lines.join("\n")}</pre>` : markup`<p>It printed nothing.</p>`}`;
}
