import { call } from "../call.ts";

/** A bookable resource; the specification shows only its title. */
interface Resource {
  title: string;
}

/** The outcome of one read: a page, a refused cursor, the seconds to wait before the next try, or no such Location. */
export type PageRead =
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

const cursorCodes = ["expired_cursor", "invalid_cursor", "foreign_cursor"] as const;

/** Reads the resources of a Location page by page. */
export function createReader({ v3BaseUrl, accessToken, location, limit }: ReaderOptions) {
  const readPage = async (cursor: string | null): Promise<PageRead> => {
    const answer = await call("GET", `${v3BaseUrl}/locations/${location}/resources`, {
      authorization: `Bearer ${accessToken}`,
      accept: "application/json",
      query: { ...(limit ? { limit } : {}), ...(cursor ? { cursor } : {}) },
    });
    if (answer.status === 429) return { wait: Number(answer.headers["retry-after"]) };
    if (answer.status === 404) return { missing: true };
    // The specification does not show the shape of this body, but the code is somewhere in it.
    const refused = answer.status === 422 && cursorCodes.find((code) => answer.text.includes(code));
    if (refused) return { refused };
    if (answer.status !== 200) throw new Error(`resources: the platform answers ${answer.status}`);
    const { data, has_more, next_cursor } = JSON.parse(answer.text) as {
      data: Resource[];
      has_more: boolean;
      next_cursor: string | null;
    };
    return { page: data, next: has_more ? next_cursor : null };
  };
  return { readPage };
}
