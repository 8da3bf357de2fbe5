import { call } from "../call.ts";

/** A bookable resource; only its title is told of. */
export interface Resource {
  title: string;
}

/** One page, a refusal of its cursor, or the seconds to wait before another try. */
export type Turn =
  | { page: Resource[]; next: string | null }
  | { refused: "expired_cursor" | "invalid_cursor" | "foreign_cursor" }
  | { wait: number }
  | { missing: true };

export interface ReaderOptions {
  v3BaseUrl: string;
  accessToken: string;
  location: number;
  limit?: number;
}

const codes = ["expired_cursor", "invalid_cursor", "foreign_cursor"] as const;

/** Reads the resources of a Location page by page; begins again after a refused cursor, and waits when it is told to. */
export function createReader({ v3BaseUrl, accessToken, location, limit }: ReaderOptions) {
  const turn = async (cursor: string | null): Promise<Turn> => {
    const answer = await call("GET", `${v3BaseUrl}/locations/${location}/resources`, {
      authorization: `Bearer ${accessToken}`,
      accept: "application/json",
      query: { ...(limit ? { limit } : {}), ...(cursor ? { cursor } : {}) },
    });
    if (answer.status === 429) return { wait: Number(answer.headers["retry-after"]) };
    if (answer.status === 404) return { missing: true };
    // The shape of this body is not shown, but the code stands somewhere in it.
    const refused = answer.status === 422 && codes.find((code) => answer.text.includes(code));
    if (refused) return { refused };
    if (answer.status !== 200) throw new Error(`resources: the platform answers ${answer.status}`);
    const { data, has_more, next_cursor } = JSON.parse(answer.text) as {
      data: Resource[];
      has_more: boolean;
      next_cursor: string | null;
    };
    return { page: data, next: has_more ? next_cursor : null };
  };
  return { turn };
}
