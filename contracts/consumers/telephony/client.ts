import { call, dataOf, Refused } from "../call.ts";

/** A call in the platform's history. */
export interface PastCall {
  id: number;
  client_id: number;
  caller_phone: string;
  record_link: string;
  duration: number;
  status: string;
  type: "incoming" | "outgoing" | "internal";
  call_date: string;
}

export interface TelephonyOptions {
  baseUrl: string;
  partnerToken: string;
  systemUserToken: string;
  location: number;
}

/** Connects a telephone exchange to a Location. The specification does not show what POST /voip/integration takes: its fields are the sandbox's choice. */
export function createTelephony({ baseUrl, partnerToken, systemUserToken, location }: TelephonyOptions) {
  const authorization = `Bearer ${partnerToken}, User ${systemUserToken}`;
  const send = async (command: string, more: object = {}): Promise<void> => {
    const body = { salon_id: location, command, ...more };
    const answer = await call("POST", `${baseUrl}/voip/integration`, { authorization, body });
    if (answer.status >= 300) throw new Refused(answer, command);
  };
  return {
    enable: () => send("enable"),
    disable: () => send("disable"),
    notify: (type: PastCall["type"], phone: string) => send("notify", { type, caller_phone: phone }),
    save: (past: Partial<PastCall>) => send("save", { call: past }),

    /** The calls of some days, both included. */
    async history(from: string, to: string, statuses?: string[]): Promise<PastCall[]> {
      const body = { salon_id: location, date_from: from, date_to: to, ...(statuses ? { statuses } : {}) };
      const answer = await call("GET", `${baseUrl}/voip/integration/calls`, { authorization, body });
      return dataOf<PastCall[]>(answer, "call history");
    },
  };
}
