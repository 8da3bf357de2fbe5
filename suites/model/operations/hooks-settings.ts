import type { Clause } from "../clause.ts";
import type { OperationModel } from "../operation.ts";
import { isOfStranger } from "./partner-operation.ts";

const names = (body: unknown, url: string): boolean => JSON.stringify(body)?.includes(url) ?? false;

/** Changes where a Location's webhooks go to; what else the payload says is not shown. */
export const changeHooksSettings: OperationModel = {
  judge: () => [],

  learn(model, seen) {
    const {
      request,
      view: { status, path },
      moment,
    } = seen;
    const [url] = /https?:\/\/[^"\s]+/.exec((request.body ?? "").replaceAll("\\/", "/")) ?? [];
    if (url && isOfStranger(model, seen)) model.refusedAddresses.add(url);
    else if (status < 300 && url) {
      model.refusedAddresses.delete(url);
      model.events.addAddress(Number(path.location_id), url, moment.latest);
    }
  },
};

/** Says where a Location's webhooks go to: the address that was set last at least. */
export const readHooksSettings: OperationModel = {
  judge({ events, refusedAddresses }, { view: { status, path, body } }) {
    if (status !== 200) return [];
    const url = events.addresses.lastOf(Number(path.location_id));
    const refused = [...refusedAddresses].map(
      (address): Clause => ({
        cell: "MKT-13",
        holds: !names(body, address),
        found: "settings that a refused call changed",
        expected: "nothing that a refused call did",
        provided: "served changeHooksSettings",
      }),
    );
    const found = "settings without the address that was set";
    return url ? [...refused, { cell: "HOOK-15", holds: names(body, url), found, expected: url }] : refused;
  },

  learn({ events: { addresses } }, { view: { status, path, body }, moment }) {
    if (status === 200) addresses.confirm(Number(path.location_id), (url) => names(body, url), moment.latest);
  },
};
