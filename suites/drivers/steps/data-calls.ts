import { days } from "../../../base/durations.ts";
import { dayOf } from "../../../base/formats/formats.ts";
import type { Choices } from "../../../harness/http/requests.ts";

/** The days of a call history that is asked for: few, since the maximum is not shown, and over in every time zone. */
const someDays = (now: number) => ({ date_from: dayOf(now - days(9)), date_to: dayOf(now - days(2)) });

/** The data calls by operation: how each is made for a Location. */
export const dataCalls: Record<string, (location_id: number, now: number) => Choices> = {
  listCalls: (salon_id, now) => ({ body: { salon_id, ...someDays(now) } }),
  listClients: (location_id) => ({ path: { location_id } }),
};
