import { dirname } from "node:path";

/** Meanings of the system's codes that can be fixed where a program runs. */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "no space is left on the device; free some",
  EDQUOT: "the disk quota is used up; free some",
  EFBIG: "the file would be larger than is allowed; raise the limit",
  EROFS: "the file system can only be read; name another folder",
  EACCES: "permission is denied; name another folder, or change its permissions",
  EPERM: "permission is denied; name another folder, or change its permissions",
  EMFILE: "too many files are open; raise the limit",
  ENFILE: "too many files are open; raise the limit",
  EIO: "the device fails; look at the disk",
  ENOENT: "it is not there, or the folder that it belongs in; was something removed?",
  EEXIST: "a file of this name is in the way; remove it, or name another folder",
  ENOTDIR: "a folder of its path is a file; name another folder",
  EISDIR: "this is a folder; remove it, or name another",
  ELOOP: "this link leads back to itself; fix it",
  EXDEV: "it lies on another file system; name another folder",
  EBUSY: "it is in use; try again later",
  ENOMEM: "no memory is left; stop other programs",
};

/** Describes a failure of the system in one line that says what to do; returns undefined for every other error. */
export function describeSystemFailure(error: unknown): string | undefined {
  const { code, path, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (typeof code !== "string" || typeof syscall !== "string" || !/^E[A-Z0-9]+$/.test(code)) return undefined;
  if (syscall === "mkdtemp")
    return `${dirname(path ?? "")}: temporary files cannot be written there (${code}); set TMPDIR to another folder`;
  return `${path ?? syscall}: ${reasons[code] ?? `the system refuses to ${syscall} it (${code})`}`;
}
