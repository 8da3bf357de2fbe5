import { relative, resolve } from "node:path";

/** A path as a person would type it from the current folder. */
export const shortPath = (file: string): string =>
  relative("", file).startsWith("..") ? resolve(file) : relative("", file);
