import { call, Refused } from "../call.ts";

/** A client, as far as a mailing needs it. */
export interface Addressee {
  id: number;
  name: string;
  email: string;
  mayBeSent: boolean;
  spent: number;
}

interface WireClient {
  id: number;
  name: string;
  email: string;
  sms_not: number;
  spent: number;
}

export interface ClientReaderOptions {
  apiRoot: string;
  partnerToken: string;
  systemUserToken: string;
  location: number;
}

/** Reads clients for mailings, from the deprecated list. */
export function createClientReader({ apiRoot, partnerToken, systemUserToken, location }: ClientReaderOptions) {
  return {
    /** One page of clients, and how many there are in all; with an id, that client alone. */
    async page(query: {
      page?: number;
      count?: number;
      id?: number;
    }): Promise<{ clients: Addressee[]; total: number }> {
      const answer = await call("GET", `${apiRoot}/v1/clients/${location}`, {
        authorization: `Bearer ${partnerToken}, User ${systemUserToken}`,
        query,
      });
      if (answer.status !== 200) throw new Refused(answer, "clients");
      const { data, meta } = JSON.parse(answer.text) as { data: WireClient[]; meta: { total_count: number } };
      const clients = data.map(({ id, name, email, sms_not, spent }) => ({
        id,
        name,
        email,
        mayBeSent: sms_not === 0,
        spent,
      }));
      return { clients, total: meta.total_count };
    },
  };
}
