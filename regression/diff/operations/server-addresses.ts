import { type DocumentPlace, fieldsAt, namedBelow } from "../documents/place.ts";

/** A variable in the address of a server. */
export interface Variable {
  name: string;
  /** Undefined where the server does not describe it. */
  place: DocumentPlace | undefined;
}

/** The address of a server as it is written, without a slash at its end. */
export const urlOf = (server: DocumentPlace): string => String(fieldsAt(server).url).replace(/(?<=.)\/$/, "");

/** Identifies a server in the other version: variables that list their values go by their position, others by their name, which is all that is known of them. */
export const keyOf = (server: DocumentPlace): string =>
  variablesOf(server).reduce(
    (url, { name, place }) => (place && valuesOf(place) ? url.replace(`{${name}}`, "{}") : url),
    normalize(urlOf(server)),
  );

/** The variables of a server in the order of its address. */
export function variablesOf(server: DocumentPlace): Variable[] {
  const described = new Map(namedBelow(server, "variables"));
  return [...urlOf(server).matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => ({ name, place: described.get(name) }));
}

/** The most addresses that a server's variables are expanded to. */
const maxAddresses = 100;

/** Every address that a server stands for; one whose variable takes anything, whatever it is called, stands for itself and for the default. */
export function addressesOf(server: DocumentPlace): string[] {
  let urls = [urlOf(server)];
  for (const [name, variable] of namedBelow(server, "variables")) {
    const values = valuesOf(variable) ?? ["{}", String(fieldsAt(variable).default)];
    urls = urls.flatMap((url) => values.map((value) => url.replaceAll(`{${name}}`, value))).slice(0, maxAddresses);
  }
  return urls.map(normalize);
}

function valuesOf(variable: DocumentPlace): string[] | undefined {
  const { enum: values } = fieldsAt(variable);
  return Array.isArray(values) ? (values as unknown[]).map(String) : undefined;
}

/** An address in its usual form: hosts have no case, and the usual port is left out. */
const normalize = (url: string): string =>
  url
    .replace(/^[a-z]+:\/\/[^/]*/i, (origin) => origin.replace(/[^{}]+(?![^{]*\})/g, (text) => text.toLowerCase()))
    .replace(/^(http:\/\/[^/]*):80(?=\/|$)|^(https:\/\/[^/]*):443(?=\/|$)/, "$1$2");
