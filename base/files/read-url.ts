/** An address from a record, which someone may have changed by hand; one that cannot be read leads nowhere. */
export const readUrl = (text: string): URL => new URL(URL.canParse(text) ? text : "http://unreadable.invalid/");
