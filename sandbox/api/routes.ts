import type { Address } from "../../specs/operations.ts";
import type { Scheme } from "./authentication.ts";
import type { Call } from "./call.ts";
import { searchActivities, searchActivityDateRange, searchActivityDates } from "./handlers/activities.ts";
import { listClients, readService } from "./handlers/deprecated.ts";
import { listBusinessTypes, listCities, listCountries } from "./handlers/dictionaries.ts";
import * as installation from "./handlers/installation.ts";
import * as marketplace from "./handlers/marketplace.ts";
import { listResources } from "./handlers/resources.ts";
import { listCalls, sendVoipEvent } from "./handlers/voip.ts";
import type { Reply } from "./server/replies.ts";

/** One operation that is served; its method, path and address stand in the specification. */
export interface Route {
  operation: string;
  scheme: Scheme;
  handle: (call: Call) => Reply;
  /** Another address than the specification's. */
  at?: Address;
}

/** Every operation, with how it is authenticated. The schemes of operations without payload description are our choice. */
export const routes: readonly Route[] = [
  { operation: "grantAccess", scheme: "BearerPartnerUser", handle: installation.grantAccess },
  { operation: "confirmInstallation", scheme: "BearerPartner", handle: installation.confirmInstallation },
  { operation: "readInstallationStatus", scheme: "BearerPartner", handle: installation.readInstallationStatus },
  { operation: "readInstallationStatusInFlow", scheme: "BearerPartner", handle: installation.readInstallationStatus },
  { operation: "listCompanies", scheme: "BearerPartnerUser", handle: installation.listCompanies },
  { operation: "listConnectedLocations", scheme: "BearerPartner", handle: marketplace.listConnectedLocations },
  { operation: "listCountries", scheme: "BearerPartner", handle: listCountries },
  { operation: "listCalls", scheme: "BearerPartnerUser", handle: listCalls },
  { operation: "searchActivities", scheme: "BearerPartner", handle: searchActivities },
  { operation: "searchActivityDates", scheme: "BearerPartner", handle: searchActivityDates },
  { operation: "searchActivityDateRange", scheme: "BearerPartner", handle: searchActivityDateRange },
  { operation: "listClients", scheme: "BearerPartnerUser", handle: listClients },
  { operation: "readService", scheme: "BearerPartner", handle: readService },
  { operation: "listResources", scheme: "v3", handle: listResources },
  { operation: "listPermissions", scheme: "BearerPartnerUser", handle: installation.listPermissions },
  { operation: "listTariffs", scheme: "BearerPartner", handle: marketplace.listTariffs },
  { operation: "addDiscount", scheme: "BearerPartner", handle: marketplace.addDiscount },
  { operation: "makePaymentLink", scheme: "BearerPartner", handle: marketplace.makePaymentLink },
  { operation: "updateChannel", scheme: "BearerPartner", handle: marketplace.updateChannel },
  { operation: "markNewMessage", scheme: "BearerPartner", handle: marketplace.markNewMessage },
  { operation: "uninstall", scheme: "BearerPartner", handle: installation.uninstall },
  { operation: "redirectAfterRegistration", scheme: "none", handle: marketplace.redirectAfterRegistration },
  { operation: "reportPayment", scheme: "BearerPartner", handle: marketplace.reportPayment },
  { operation: "reportRefund", scheme: "BearerPartner", handle: marketplace.reportRefund },
  { operation: "sendShortNames", scheme: "BearerPartner", handle: marketplace.sendShortNames },
  { operation: "readHooksSettings", scheme: "BearerPartnerUser", handle: marketplace.readHooksSettings },
  { operation: "changeHooksSettings", scheme: "BearerPartnerUser", handle: marketplace.changeHooksSettings },
  { operation: "sendVoipEvent", scheme: "BearerPartnerUser", handle: sendVoipEvent },
  { operation: "listCities", scheme: "BearerPartner", handle: listCities },
  { operation: "listBusinessTypes", scheme: "BearerPartner", handle: listBusinessTypes },
];
