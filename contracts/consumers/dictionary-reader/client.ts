import { call, dataOf, Refused } from "../call.ts";

/** A country, as far as phone fields of a form need it. */
export interface Country {
  id: number;
  title: string;
  iso: string;
  phone: { code: string; template: string; example: string };
  isInEu: boolean;
}

interface Written {
  id: number;
  title: string;
  iso_code: string;
  phone_code: string;
  phone_template: string;
  phone_example: string;
  is_eu: boolean;
}

/** Reads the dictionaries of the platform. */
export function createDictionaries({ baseUrl, partnerToken }: { baseUrl: string; partnerToken: string }) {
  const authorization = `Bearer ${partnerToken}`;
  const read = (path: string) => call("GET", baseUrl + path, { authorization });
  return {
    async countries(): Promise<Country[]> {
      return dataOf<Written[]>(await read("/countries"), "countries").map((one) => ({
        id: one.id,
        title: one.title,
        iso: one.iso_code,
        phone: { code: one.phone_code, template: one.phone_template, example: one.phone_example },
        isInEu: one.is_eu,
      }));
    },

    /** The city dictionary or the business types, as they come: what they hold is not shown. */
    async raw(dictionary: "cities" | "references/business_groups_with_types"): Promise<string> {
      const answer = await read(`/${dictionary}`);
      if (answer.status >= 300) throw new Refused(answer, dictionary);
      return answer.text;
    },
  };
}
