/** True if someone typed an http or https address. */
export const isAddress = (typed: string): boolean => /^https?:\/\/[^/]/.test(typed);
