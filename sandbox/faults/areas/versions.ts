import { breaks, type Faults } from "../changes/fault.ts";
import { replyIf } from "../changes/replies.ts";
import { withoutRoute } from "../changes/routes.ts";

export const versionFaults: Faults = {
  "the documented Accept is refused": breaks(
    "VER-3",
    replyIf(
      ["listCountries", "listConnectedLocations"],
      (answer) => answer.status === 200,
      () => ({ status: 406, body: { success: false, data: null, meta: { message: "Not acceptable." } } }),
    ),
  ),
  "clients are not served below v1": breaks("VER-4", withoutRoute("listClients")),
  "services are not served below v1": breaks("VER-4", withoutRoute("readService")),
};
