import type { SandboxClient } from "./client.ts";

/** One page of the v3 list. */
export interface V3Page {
  object: string;
  data: { id: number | string; title: string }[];
  has_more: boolean;
  next_cursor: string | null;
}

/** Every page of a Location's resources, from the first to the last. */
export async function walk(v3: SandboxClient, limit: number, location = 100): Promise<V3Page[]> {
  const pages: V3Page[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await v3.get<V3Page>(`/locations/${location}/resources?limit=${limit}${query}`);
    if (status !== 200) throw new Error(`page ${pages.length + 1} is answered ${status}`);
    pages.push(body);
    cursor = body.next_cursor;
  }
  return pages;
}
