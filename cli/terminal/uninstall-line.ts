import type { LinkId } from "../../suites/model/link-id.ts";

/** Advice on a link that an interrupted run leaves. */
export const uninstallLine = ({ location, application }: LinkId): string =>
  `assay: uninstalling application ${application} at Location ${location}, which was installed for this run; interrupt again to leave it\n`;
