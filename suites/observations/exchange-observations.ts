import { momentOf } from "../../base/formats/formats.ts";
import { recordsOf } from "../../base/json.ts";
import type { ExchangeView } from "../rules/exchange-view.ts";
import { policyOf } from "../rules/rate-rules.ts";
import { listSights } from "./list-observations.ts";
import type { Observation, Sight } from "./observation.ts";
import { shapeOf, wordOf } from "./shape.ts";

/** The shape of the items of a list. */
const fieldsIn =
  (topic: string): Sight =>
  ({ items = [] }) =>
    items.length > 0 ? [[topic, shapeOf(items)]] : [];

/** The shape of the body of answers with a status. */
const bodyOf =
  (topic: string, on: number): Sight =>
  ({ status, body }) =>
    status === on ? [[topic, shapeOf(body)]] : [];

/** Sources and order of the status log. */
const seeLog: Sight = ({ record }) => {
  const logs = recordsOf(record?.logs);
  const times = logs.map(({ changed_at }) => momentOf(changed_at));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  return [
    ...logs.map(
      ({ status_to, source }): Observation => [`STAT-8: source of a change to ${wordOf(status_to)}`, [wordOf(source)]],
    ),
    ...(first === last || Number.isNaN(first - last)
      ? []
      : [["STAT-8: order of the log", [first < last ? "oldest first" : "newest first"]] as const]),
  ];
};

const seePolicy: Sight = ({ headers }) => {
  const policy = policyOf(headers);
  if (!policy) return [];
  return [
    ["RATE-10: requests of the policy", [policy.limit]],
    ["RATE-10: seconds of the policy", [policy.window]],
  ];
};

/** The open traits that each operation's exchanges show. */
const sights: Readonly<Record<string, readonly Sight[]>> = {
  listCountries: [
    ({ items = [] }) =>
      items.map(({ group_type }): Observation => ["DICT-3: values of group_type", [wordOf(group_type)]]),
  ],
  listResources: [
    fieldsIn("RES-11: fields of a resource"),
    seePolicy,
    ({ status, body }) => (status >= 400 ? [[`ERR-7: body of a ${status}`, shapeOf(body)]] : []),
  ],
  grantAccess: [bodyOf("INST-23: body of a grant's answer", 201)],
  confirmInstallation: [bodyOf("INST-24: body of a callback's answer", 201)],
  listCompanies: [bodyOf("INST-28: body of the companies list", 200)],
  readInstallationStatus: [seeLog],
  readInstallationStatusInFlow: [seeLog],
  ...listSights(fieldsIn),
};

/** Headers that say when an endpoint is removed. */
const removalHeaders = ["deprecation", "sunset"];

/** The open traits that the exchanges of every operation can show. */
const seeAny: Sight = ({ operation, status, headers, body }) => [
  // An operation of which nothing is said but what it is for.
  ...(operation.requirement && status < 400 ? [[`MKT-11: answer of ${operation.id}`, shapeOf(body)] as const] : []),
  ...(operation.surface !== "v3" && (status === 400 || status === 422)
    ? [[`ERR-6: body of a ${status} of ${operation.id}`, shapeOf(body)] as const]
    : []),
  ...(operation.deprecated && status === 200
    ? [[`VER-7: headers about the removal of ${operation.id}`, namesAmong(removalHeaders, headers)] as const]
    : []),
];

const namesAmong = (names: readonly string[], headers: ExchangeView["headers"]): string[] => {
  const found = names.filter((name) => headers[name] !== undefined);
  return found.length > 0 ? found : ["none"];
};

/** Everything open that one exchange shows. */
export const observeExchange: Sight = (view) =>
  [seeAny, ...(sights[view.operation.id] ?? [])].flatMap((see) => see(view));
