import { call, dataOf } from "../call.ts";

/** A Location as the dashboard shows it. */
export interface DashboardRow {
  id: number;
  title: string;
  place: string;
  isActive: boolean;
  staff: number;
  nextSlot?: Date;
}

interface WireLocation {
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
  /** The number of Locations that a page holds. */
  size: number;
}

/** Shows the Locations that connected an application, with the next free slot where it is asked for. */
export function createDashboard({ baseUrl, partnerToken, application, size }: DashboardOptions) {
  const url = `${baseUrl}/marketplace/application/${application}/salons`;
  return {
    /** One page; there is a next one only if this one is full. */
    async page(number: number, withSlots = false): Promise<{ rows: DashboardRow[]; isFull: boolean }> {
      const query = { page: number, count: size, ...(withSlots ? { forBooking: 1 } : {}) };
      const answer = await call("GET", url, { authorization: `Bearer ${partnerToken}`, query });
      const found = dataOf<WireLocation[]>(answer, "connected Locations");
      return { rows: found.map(rowOf), isFull: found.length === size };
    },
  };
}

const rowOf = (location: WireLocation): DashboardRow => ({
  id: location.id,
  title: location.title,
  place: `${location.city}, ${location.country}`,
  isActive: location.active === 1,
  staff: location.active_staff_count,
  ...(location.next_slot === undefined ? {} : { nextSlot: new Date(location.next_slot) }),
});
