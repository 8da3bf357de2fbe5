/** The part of a request that may be wrong on purpose, and is not judged then. */
type JudgedPart = "input" | "authentication";

/** The statuses that do not say that something in the path, the query or the body is wrong: a request that comes too often is a right one. */
const refusalsOfRightInput = [429];

/** True if a part of a request may be wrong on purpose, since its refusal is what is expected; input is path, query and body. */
export const isWrongOnPurpose = (part: JudgedPart, status: number): boolean =>
  part === "authentication" ? status === 401 : status >= 400 && !refusalsOfRightInput.includes(status);
