import { call, dataOf } from "../call.ts";

/** A service as a price list shows it. */
export interface Price {
  title: string;
  from: number;
  to: number;
  minutes: number;
  isBookable: boolean;
}

interface WireService {
  title: string;
  price_min: number;
  price_max: number;
  duration: number;
  active: number;
}

export interface ServiceReaderOptions {
  apiRoot: string;
  partnerToken: string;
}

/** Reads services for price lists, from the deprecated operation. */
export function createServiceReader({ apiRoot, partnerToken }: ServiceReaderOptions) {
  return {
    /** One service of a Location; undefined if there is no such service. */
    async price(location: number, service: number): Promise<Price | undefined> {
      const url = `${apiRoot}/v1/services/${location}/${service}`;
      const answer = await call("GET", url, { authorization: `Bearer ${partnerToken}` });
      if (answer.status === 404) return undefined;
      const { title, price_min, price_max, duration, active } = dataOf<WireService>(answer, "service");
      return { title, from: price_min, to: price_max, minutes: duration / 60, isBookable: active === 1 };
    },
  };
}
