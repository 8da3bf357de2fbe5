import { call, dataOf, Refused } from "../call.ts";

/** Where the platform is, and the tokens of an installer. */
export interface InstallerOptions {
  baseUrl: string;
  appUrl: string;
  partnerToken: string;
}

/** The Location and the application of a link. */
export interface LinkIds {
  location: number;
  application: number;
}

/** The state of an installation, since when, and the changes that led to it. */
export interface Installation {
  status: "pending" | "active" | "freezed";
  since: string;
  payments: number;
  changes: string[];
}

interface WireStatus {
  connection_status: { status: Installation["status"]; created_at: string };
  payments: unknown[];
  logs: { changed_at: string; status_from: string; status_to: string; source: string }[];
}

/** Installs an application at a Location: the owner grants access, the partner confirms, and both can read the state. */
export function createInstaller({ baseUrl, appUrl, partnerToken }: InstallerOptions) {
  const partner = { authorization: `Bearer ${partnerToken}` };
  const withUser = (token: string) => ({ authorization: `Bearer ${partnerToken}, User ${token}` });
  return {
    /** Step 1, with the owner's token; returns whether access is granted. */
    async grant({ location, application }: LinkIds, ownerToken: string): Promise<boolean> {
      const path = `/company/${location}/marketplace/applications/${application}/grant_access`;
      const answer = await call("POST", baseUrl + path, withUser(ownerToken));
      if (answer.status === 403) return false;
      if (answer.status !== 201) throw new Refused(answer, "grant_access");
      return true;
    },

    /** Step 2, with the partner token alone. */
    async confirm({ location, application }: LinkIds): Promise<void> {
      const body = { salon_id: location, application_id: application };
      const answer = await call("POST", `${appUrl}/marketplace/partner/callback`, { ...partner, body });
      if (answer.status !== 201) throw new Refused(answer, "callback");
    },

    /** The state of the installation; undefined where there is no link. */
    async installation({ location, application }: LinkIds): Promise<Installation | undefined> {
      const answer = await call("GET", `${baseUrl}/marketplace/salon/${location}/application/${application}`, partner);
      if (answer.status === 404) return undefined;
      const { connection_status, payments, logs } = dataOf<WireStatus>(answer, "installation status");
      return {
        status: connection_status.status,
        since: connection_status.created_at,
        payments: payments.length,
        changes: logs.map((log) => `${log.changed_at}: ${log.status_from} to ${log.status_to} by ${log.source}`),
      };
    },

    /** True if the system user is linked. */
    async seesCompanies(systemUserToken: string): Promise<boolean> {
      const answer = await call("GET", `${baseUrl}/companies`, { ...withUser(systemUserToken), query: { my: 1 } });
      return answer.status === 200;
    },
  };
}
