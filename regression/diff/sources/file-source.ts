type PathKind = "file" | "folder";

/** Where the files of a version are read from: folders of this machine, a revision of a git repository, or addresses. Paths are as messages name them. */
export interface FileSource {
  /** Undefined where nothing is there. */
  kindOf(path: string): PathKind | undefined;
  /** The names in a folder. */
  namesIn(folder: string): string[];
  readText(file: string): string;
  /** The path of a name in a folder. */
  join(folder: string, name: string): string;
  folderOf(file: string): string;
  /** True if a file, also where a link leads, lies in a folder or below it. */
  isInside(file: string, folder: string): boolean;
}
