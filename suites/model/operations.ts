import type { OperationModel } from "./operation.ts";
import { confirmInstallation } from "./operations/confirm-installation.ts";
import { dataCall } from "./operations/data-call.ts";
import { grantAccess } from "./operations/grant-access.ts";
import { changeHooksSettings, readHooksSettings } from "./operations/hooks-settings.ts";
import { installationStatus } from "./operations/installation-status.ts";
import { listConnectedLocations } from "./operations/list-connected-locations.ts";
import { uninstall } from "./operations/uninstall.ts";

/** What is known of each operation, by its id. */
export const operations: Readonly<Record<string, OperationModel>> = {
  grantAccess,
  confirmInstallation,
  uninstall,
  listConnectedLocations,
  changeHooksSettings,
  readHooksSettings,
  listCalls: dataCall,
  listClients: dataCall,
  readInstallationStatus: installationStatus,
  readInstallationStatusInFlow: installationStatus,
};
