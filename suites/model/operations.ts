import type { OperationModel } from "./operation.ts";
import { confirmInstallation } from "./operations/confirm-installation.ts";
import { dataCall } from "./operations/data-call.ts";
import { dictionary } from "./operations/dictionary.ts";
import { grantAccess } from "./operations/grant-access.ts";
import { changeHooksSettings, readHooksSettings } from "./operations/hooks-settings.ts";
import { installationStatus } from "./operations/installation-status.ts";
import { listCalls } from "./operations/list-calls.ts";
import { listClients } from "./operations/list-clients.ts";
import { listConnectedLocations } from "./operations/list-connected-locations.ts";
import { listResources } from "./operations/list-resources.ts";
import { partnerOperation, purposes } from "./operations/partner-operation.ts";
import { listCountries, readService } from "./operations/reference-reads.ts";
import { savedCalls } from "./operations/saved-calls.ts";
import { searchActivities, searchActivityDateRange, searchActivityDates } from "./operations/search-activities.ts";
import { readStoreCard } from "./operations/store-card.ts";
import { uninstall } from "./operations/uninstall.ts";

/** Joins two models of one operation. */
const both = (first: OperationModel, second: OperationModel): OperationModel => ({
  judge: (model, seen) => [...first.judge(model, seen), ...second.judge(model, seen)],
  learn(model, seen) {
    first.learn?.(model, seen);
    second.learn?.(model, seen);
  },
});

/** The model of each operation, by its id. */
export const operations: Readonly<Record<string, OperationModel>> = {
  grantAccess,
  confirmInstallation,
  uninstall,
  ...Object.fromEntries(Object.keys(purposes).map((id) => [id, partnerOperation])),
  listBusinessTypes: dictionary,
  listCities: dictionary,
  listConnectedLocations,
  listCountries,
  readService,
  changeHooksSettings: both(partnerOperation, changeHooksSettings),
  readHooksSettings: both(partnerOperation, readHooksSettings),
  searchActivities,
  searchActivityDates,
  searchActivityDateRange,
  listCalls: both(both(dataCall, savedCalls), listCalls),
  listResources,
  listClients: both(dataCall, listClients),
  readStoreCard,
  readInstallationStatus: installationStatus,
  readInstallationStatusInFlow: installationStatus,
};
