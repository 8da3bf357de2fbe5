/** A text as those compare it to whom neither letter case nor accents count. */
export const withoutMarks = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
