import { call, dataOf } from "../call.ts";

/** A Location as the dashboard shows it. */
export interface Row {
  id: number;
  title: string;
  place: string;
  isActive: boolean;
  staff: number;
  nextSlot?: Date;
}

interface ConnectedLocation {
  id: number;
  title: string;
  city: string;
  country: string;
  active: 0 | 1;
  active_staff_count: number;
  next_slot?: string;
}

export interface DashboardOptions {
  baseUrl: string;
  partnerToken: string;
  application: number;
  /** How many Locations a page holds. */
  size: number;
}

/** Shows the Locations that connected an application, with the next free slot where it is asked for. */
export function createDashboard({ baseUrl, partnerToken, application, size }: DashboardOptions) {
  const url = `${baseUrl}/marketplace/application/${application}/salons`;
  return {
    /** One page; the one after it exists only if this one is full. */
    async page(number: number, withSlots = false): Promise<{ rows: Row[]; isFull: boolean }> {
      const query = { page: number, count: size, ...(withSlots ? { forBooking: 1 } : {}) };
      const answer = await call("GET", url, { authorization: `Bearer ${partnerToken}`, query });
      const found = dataOf<ConnectedLocation[]>(answer, "connected Locations");
      return { rows: found.map(rowOf), isFull: found.length === size };
    },
  };
}

const rowOf = (one: ConnectedLocation): Row => ({
  id: one.id,
  title: one.title,
  place: `${one.city}, ${one.country}`,
  isActive: one.active === 1,
  staff: one.active_staff_count,
  ...(one.next_slot === undefined ? {} : { nextSlot: new Date(one.next_slot) }),
});
