import type { VersionPath } from "./locate-version.ts";

/** Reads the text of a file of one of some versions, by the path that differences name. */
export const readTextOf =
  (versions: readonly VersionPath[]) =>
  (file: string): string => {
    const isOf = ({ path, source }: VersionPath): boolean =>
      file === path || source.isInside(file, path) || source.isInside(file, source.folderOf(path));
    const version = versions.toReversed().find(isOf) ?? versions.at(-1);
    return version?.source.readText(file) ?? "";
  };
