/** Which requirements words of a fault point to; their proofs go first, since they find it soonest. */
const areasByWord = [
  [/countr/i, ["DICT"]],
  [/salons|connected/i, ["LOC"]],
  [/\bcalls?\b|voip/i, ["CALL", "INST", "AUTH"]],
  [/activity|search|dates/i, ["ACT"]],
  [/clients?\b|total_count/i, ["CLI", "AUTH"]],
  [/services?\b/i, ["SRV"]],
  [/resource|cursor|limit|v3/i, ["RES", "CUR", "RATE", "AUTH-12"]],
  [/webhook|event|deliver/i, ["HOOK", "LIFE"]],
  [/lifecycle|freeze/i, ["LIFE", "INST"]],
  [/authenti|token|401|403/i, ["AUTH", "INST", "MKT"]],
  [/status|log/i, ["STAT"]],
  [/transition|install|callback|grant|window|link/i, ["INST", "STAT", "LIFE"]],
  [/error|envelope|404/i, ["ERR", "ENV"]],
  [/operations listed/i, ["MKT", "HOOK-15", "ENV"]],
];

/** The areas whose proofs go first for a fault, by its name and the words that it breaks. */
export const areasOf = (text) => [...new Set(areasByWord.flatMap(([words, areas]) => (words.test(text) ? areas : [])))];
