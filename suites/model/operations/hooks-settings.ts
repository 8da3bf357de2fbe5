import type { OperationModel } from "../operation.ts";

const names = (body: unknown, url: string): boolean => JSON.stringify(body)?.includes(url) ?? false;

/** Changes where a Location's webhooks go to; what else the payload says is not shown. */
export const changeHooksSettings: OperationModel = {
  judge: () => [],

  learn({ events }, { request, view: { status, path }, moment }) {
    const [url] = /https?:\/\/[^"\s]+/.exec((request.body ?? "").replaceAll("\\/", "/")) ?? [];
    if (status < 300 && url) events.addAddress(Number(path.location_id), url, moment.latest);
  },
};

/** Says where a Location's webhooks go to: the address that was set last at least. */
export const readHooksSettings: OperationModel = {
  judge({ events }, { view: { status, path, body } }) {
    const url = events.addresses.lastOf(Number(path.location_id));
    if (status !== 200 || !url) return [];
    const found = "settings without the address that was set";
    return [{ cell: "HOOK-15", holds: names(body, url), found, expected: url }];
  },

  learn({ events: { addresses } }, { view: { status, path, body }, moment }) {
    if (status === 200) addresses.confirm(Number(path.location_id), (url) => names(body, url), moment.latest);
  },
};
