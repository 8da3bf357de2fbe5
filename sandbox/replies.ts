/** What a handler answers. */
export interface Reply {
  status: number;
  body: unknown;
}

/** Success in the v1 envelope; nothing to add is told with an empty array. */
export const succeeded = (data: unknown, meta: unknown = []): Reply => ({
  status: 200,
  body: { success: true, data, meta },
});

/** An error in the v1 envelope. */
export const failed = (status: number, message: string): Reply => ({
  status,
  body: { success: false, data: null, meta: { message } },
});

export const denied = failed(401, "Authentication needed.");
