/** A valid request of an operation, for Location 100; some need an active link. */
export interface Sample {
  path: string;
  body?: unknown;
}

const ids = { application_id: 200, salon_id: 100 };

/** A valid request for each operation; paths are below the operation's address. */
export const samples: Record<string, Sample> = {
  grantAccess: { path: "/company/100/marketplace/applications/200/grant_access" },
  confirmInstallation: { path: "/marketplace/partner/callback", body: ids },
  readInstallationStatus: { path: "/marketplace/salon/100/application/200" },
  readInstallationStatusInFlow: { path: "/marketplace/salon/100/application/200" },
  listCompanies: { path: "/companies?my=1" },
  listConnectedLocations: { path: "/marketplace/application/200/salons?page=1&count=5" },
  listCountries: { path: "/countries" },
  listCalls: {
    path: "/voip/integration/calls",
    body: { salon_id: 100, date_from: "2026-01-01", date_to: "2026-03-02" },
  },
  searchActivities: { path: "/activity/100/search?from=2026-02-01&till=2026-05-01&page=1&count=5" },
  searchActivityDates: { path: "/activity/100/search_dates?from=2026-02-01&till=2026-05-01" },
  searchActivityDateRange: { path: "/activity/100/search_dates_range" },
  listClients: { path: "/v1/clients/100?page=1&count=5" },
  readService: { path: "/v1/services/100/300" },
  listResources: { path: "/locations/100/resources?limit=5" },
  listPermissions: { path: "/company/100/marketplace/applications/200/permissions" },
  listTariffs: { path: "/marketplace/application/200/tariffs" },
  addDiscount: { path: "/marketplace/application/add_discount", body: { ...ids, salon_ids: [100], discount: 10 } },
  makePaymentLink: { path: "/marketplace/application/payment_link?application_id=200&salon_id=100" },
  updateChannel: {
    path: "/marketplace/application/update_channel",
    body: { application_id: 203, channels: ["sms"] },
  },
  markNewMessage: { path: "/marketplace/application/new_message", body: ids },
  uninstall: { path: "/marketplace/salon/100/application/200/uninstall" },
  redirectAfterRegistration: { path: "/marketplace/partner/callback/redirect" },
  reportPayment: { path: "/marketplace/partner/payment", body: { ...ids, payment_sum: 10 } },
  reportRefund: { path: "/marketplace/partner/payment/refund/1001" },
  sendShortNames: { path: "/marketplace/partner/short_names", body: { salon_id: 100, short_names: ["SALON"] } },
  readHooksSettings: { path: "/hooks_settings/100" },
  changeHooksSettings: {
    path: "/hooks_settings/100",
    body: { url: "http://127.0.0.1:9/hooks", events: ["ClientEvent"] },
  },
  sendVoipEvent: { path: "/voip/integration", body: { salon_id: 100, command: "enable" } },
  listCities: { path: "/cities" },
  listBusinessTypes: { path: "/references/business_groups_with_types" },
};
