import { scrollTable, tableRow } from "../../reports/page/parts.ts";
import { markup } from "../../reports/parts/markup.ts";
import { directoryLines, type Listed } from "../partners/directory.ts";
import { type ConsolePage, field, when } from "./layout.ts";

/** The applications that are certified, for everybody. */
export const directoryPage = (listed: readonly Listed[], search: string): ConsolePage => ({
  title: "Certified applications",
  lead: markup`Each certificate is signed; see the <a href="/keys.json">keys</a> and the <a href="/status-list.json">status list</a>. The same as JSON: <a href="/api/directory">/api/directory</a>.`,
  content: markup`<form method="get" action="/directory" class="form" role="search">${field("search", "Name contains", { value: search })}<button class="second">Find</button></form>
${
  listed.length === 0
    ? markup`<p>No application is certified.</p>`
    : scrollTable(
        "Certified applications",
        ["Application", "Claims", "For", "Environment", "Since", "Waivers", "Badge"],
        listed.map(({ partner, name, claims, specification, revision, suite, waivers, environment, certified_since }) =>
          tableRow(
            markup`<a href="/partners/${partner}/certificate">${name}</a>`,
            claims.join(", "),
            `${specification}, revision ${revision}${suite ? `, assay ${suite}` : ""}`,
            environment ?? "not asked",
            when(certified_since),
            waivers.map(({ id, until }) => `${id} until ${until}`).join(", ") || "none",
            markup`<img src="/badge/${partner}.svg" alt="Badge of ${name}" height="20">`,
          ),
        ),
      )
}${listed.length >= directoryLines && markup`<p><a href="/directory?${new URLSearchParams({ search, after: listed.at(-1)?.partner ?? "" }).toString()}">More</a></p>`}`,
});
