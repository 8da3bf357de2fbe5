/** A text as those compare it to whom neither letter case nor accents count. */
export const withoutMarks = (text: string): string => (isAscii(text) ? text : unmarked(text)).toLowerCase();

/** Most texts are, and taking marks off them would take a while for nothing. */
const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

const unmarked = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "");
