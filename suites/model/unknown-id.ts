/** An id that no application and no service has. */
export const unknownId = 999_999_999;
