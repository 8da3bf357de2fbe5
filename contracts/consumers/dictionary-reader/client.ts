import { call, dataOf, Refused } from "../call.ts";

/** A country, as far as the phone field of a form needs it. */
export interface PhoneCountry {
  id: number;
  title: string;
  iso: string;
  phone: { code: string; template: string; example: string };
  isInEu: boolean;
}

interface WireCountry {
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
    async countries(): Promise<PhoneCountry[]> {
      return dataOf<WireCountry[]>(await read("/countries"), "countries").map((country) => ({
        id: country.id,
        title: country.title,
        iso: country.iso_code,
        phone: { code: country.phone_code, template: country.phone_template, example: country.phone_example },
        isInEu: country.is_eu,
      }));
    },

    /** The city dictionary or the business types as text: the specification does not show what they hold. */
    async raw(dictionary: "cities" | "references/business_groups_with_types"): Promise<string> {
      const answer = await read(`/${dictionary}`);
      if (answer.status >= 300) throw new Refused(answer, dictionary);
      return answer.text;
    },
  };
}
