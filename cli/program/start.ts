// Every command needs these: one import, which the build makes one file.
export { paintFor } from "../../base/paint.ts";
export { describeSystemFailure } from "../../base/system-failure.ts";
export { main } from "./main.ts";
