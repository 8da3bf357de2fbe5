/** Words in the name of a header, a field or a parameter that carries a credential. */
const credentialWord =
  /authoriz|cookie|token|secret|passw|credential|session|signature|jwt|api[-_]?key|access[-_]?key|private[-_]?key/i;

/** Names that carry a credential as a whole, and are too short to be looked for in others. */
const credentialNames = /^(?:x-)?(?:auth|key|sig|sid|pwd|pin|otp)$/i;

/** True if what stands under a name is a credential. */
export const carriesCredential = (name: string): boolean => credentialWord.test(name) || credentialNames.test(name);

/** As long as a part of a credential must be so that it is one itself, and not a word such as Basic. */
const shortestPart = 6;

/** Schemes of an Authorization header, and attributes of a cookie, which everybody knows. */
const wellKnown =
  /^(?:bearer|basic|digest|token|user|negotiate|apikey|secure|httponly|samesite|path|domain|max-age|expires|partitioned|strict|session)$/i;

/** The secrets in a header that carries a credential: the whole value, and each part that may be used alone. */
export function secretsInHeader(name: string, value: string): string[] {
  const parts = value.split(/[\s,;]+/).flatMap((part) => {
    const after = part.slice(part.indexOf("=") + 1).replace(/^"|"$/g, "");
    return /cookie/i.test(name) && isAttribute(part) ? [] : [part, after];
  });
  return [...new Set([value, ...parts])].filter((part) => part.length >= shortestPart && !wellKnown.test(part));
}

const isAttribute = (part: string): boolean => wellKnown.test(part.split("=")[0] ?? "") || !part.includes("=");

/** The secrets in an address: its password, or the name where there is none, and whatever a query names as a credential. */
export function secretsInAddress(address: string): string[] {
  if (!/^[a-z][a-z+.-]*:\/\//i.test(address) || !URL.canParse(address)) return [];
  const { username, password, searchParams } = new URL(address);
  const parameters = [...searchParams].filter(([name]) => carriesCredential(name)).map(([, value]) => value);
  const written = password || username;
  const both = username && password ? [`${decoded(username)}:${decoded(password)}`] : [];
  return [...new Set([...both, written, decoded(written), ...parameters])].filter((secret) => secret.length > 1);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
