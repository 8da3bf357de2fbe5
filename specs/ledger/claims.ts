import { type Files, specificationFile } from "../files.ts";

/** The name under which the requirements stand that are asked of every application, whatever it claims. */
export const anyApplication = "any";

/** The claim that covers a requirement; undefined for what is asked of every application. */
export const claimCovering = (id: string, files?: Files): string | undefined =>
  Object.entries(specificationFile<Record<string, string[]>>("claims.yaml", files)).find(([, covers]) =>
    covers.some((covered) => covered === id || id.startsWith(`${covered}-`)),
  )?.[0];
