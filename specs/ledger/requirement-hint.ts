import { nearest } from "../../base/text/nearest.ts";

/** The area of a name, which may be an area itself. */
const areaIn = (name: string): string => name.replace(/-\d*$/, "");

/** How to go on when no requirement has a name: the nearest of the same area, or else one that is a slip or two away. */
export function requirementHint(name: string, ids: readonly string[]): string {
  const wanted = name.toUpperCase();
  const area = areaIn(wanted);
  const sameArea = ids.filter((id) => areaIn(id) === area);
  // Where more than half of an area's characters differ, another area was meant.
  const slips = Math.min(2, Math.floor(area.length / 2));
  const [near] =
    sameArea.length > 0
      ? nearest(wanted, sameArea, wanted.length)
      : nearest(wanted, [...new Set(ids.map(areaIn)), ...ids], slips);
  const list = "`assay list requirements` lists them";
  return near ? `did you mean ${near}? (${list})` : list;
}
