/** A path without escapes of characters that need none: the two are the same path (RFC 3986, section 6.2.2.2). */
export const withoutNeedlessEscapes = (path: string): string =>
  path.includes("%")
    ? path.replace(/%[0-9A-Fa-f]{2}/g, (escape) => {
        const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
        return /[\w.~-]/.test(character) ? character : escape;
      })
    : path;
