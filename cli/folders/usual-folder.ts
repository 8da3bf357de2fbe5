import { existsSync } from "node:fs";

/** The folder that results are written to where none is named. */
export const usualFolder = "assay-report";

/** Its name in versions before 0.2. */
const earlierFolder = "reports/out";

/** The folder that is read where none is named: that of an earlier version, where it alone exists. */
export const usualSource = (): string =>
  !existsSync(usualFolder) && existsSync(earlierFolder) ? earlierFolder : usualFolder;
