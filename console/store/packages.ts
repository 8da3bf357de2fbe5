import { UsageError } from "../../base/errors.ts";

/** Loads a package that only the console needs; where it is absent, the error says which to add. */
export async function loadPackage<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" || !message.includes(name)) throw error;
    throw new UsageError(`the console needs the package ${name}, which is not installed; add it: npm install ${name}`);
  }
}
