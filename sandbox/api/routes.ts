import type { Route } from "./call/behaviour.ts";
import { searchActivities, searchActivityDateRange, searchActivityDates } from "./handlers/activities.ts";
import { listCalls } from "./handlers/calls.ts";
import { listClients } from "./handlers/clients.ts";
import { listConnectedLocations } from "./handlers/connected-locations.ts";
import { listBusinessTypes, listCities, listCountries } from "./handlers/dictionaries.ts";
import { changeHooksSettings, readHooksSettings } from "./handlers/hooks-settings.ts";
import * as installation from "./handlers/installation.ts";
import * as marketplace from "./handlers/marketplace.ts";
import { reportPayment, reportRefund } from "./handlers/payments.ts";
import { listResources } from "./handlers/resources.ts";
import { readService } from "./handlers/services.ts";
import { sendVoipEvent } from "./handlers/voip.ts";

/** Every operation, and how it is authenticated. Where the specification shows no payload, the scheme is our choice; where it shows no address, that is too. */
export const routes: readonly Route[] = [
  { operation: "grantAccess", scheme: "BearerPartnerUser", handle: installation.grantAccess },
  { operation: "confirmInstallation", scheme: "BearerPartner", handle: installation.confirmInstallation },
  { operation: "readInstallationStatus", scheme: "BearerPartner", handle: installation.readInstallationStatus },
  { operation: "readInstallationStatusInFlow", scheme: "BearerPartner", handle: installation.readInstallationStatus },
  { operation: "listCompanies", scheme: "BearerPartnerUser", handle: installation.listCompanies },
  { operation: "listConnectedLocations", scheme: "BearerPartner", handle: listConnectedLocations },
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
  { operation: "reportPayment", scheme: "BearerPartner", handle: reportPayment },
  { operation: "reportRefund", scheme: "BearerPartner", handle: reportRefund },
  { operation: "sendShortNames", scheme: "BearerPartner", handle: marketplace.sendShortNames },
  { operation: "readHooksSettings", scheme: "BearerPartnerUser", handle: readHooksSettings },
  { operation: "changeHooksSettings", scheme: "BearerPartnerUser", handle: changeHooksSettings },
  { operation: "sendVoipEvent", scheme: "BearerPartnerUser", handle: sendVoipEvent },
  { operation: "listCities", scheme: "BearerPartner", handle: listCities },
  { operation: "listBusinessTypes", scheme: "BearerPartner", handle: listBusinessTypes },
  {
    operation: "readStoreCard",
    scheme: "none",
    handle: marketplace.readStoreCard,
    place: { method: "GET", address: "base_url", path: "/marketplace/store/{application_id}" },
  },
];
