import { call, dataOf, Refused } from "../call.ts";

/** Where the platform is, and the tokens of an installer. */
export interface InstallerOptions {
  baseUrl: string;
  appUrl: string;
  partnerToken: string;
}

/** A Location and an application that is to be installed there. */
export interface Link {
  location: number;
  application: number;
}

/** How an installation stands, since when, and how it came to that. */
export interface Standing {
  status: "pending" | "active" | "freezed";
  since: string;
  payments: number;
  changes: string[];
}

interface Written {
  connection_status: { status: Standing["status"]; created_at: string };
  payments: unknown[];
  logs: { changed_at: string; status_from: string; status_to: string; source: string }[];
}

/** Installs an application at a Location: the owner grants, the partner confirms, and both can look how far it is. */
export function createInstaller({ baseUrl, appUrl, partnerToken }: InstallerOptions) {
  const partner = { authorization: `Bearer ${partnerToken}` };
  const withUser = (token: string) => ({ authorization: `Bearer ${partnerToken}, User ${token}` });
  return {
    /** Step 1, with the owner's token; tells whether the owner may. */
    async grant({ location, application }: Link, ownerToken: string): Promise<boolean> {
      const path = `/company/${location}/marketplace/applications/${application}/grant_access`;
      const answer = await call("POST", baseUrl + path, withUser(ownerToken));
      if (answer.status === 403) return false;
      if (answer.status !== 201) throw new Refused(answer, "grant_access");
      return true;
    },

    /** Step 2, with the partner token alone. */
    async confirm({ location, application }: Link): Promise<void> {
      const body = { salon_id: location, application_id: application };
      const answer = await call("POST", `${appUrl}/marketplace/partner/callback`, { ...partner, body });
      if (answer.status !== 201) throw new Refused(answer, "callback");
    },

    /** How the installation stands; nothing where there is no link. */
    async standing({ location, application }: Link): Promise<Standing | undefined> {
      const answer = await call("GET", `${baseUrl}/marketplace/salon/${location}/application/${application}`, partner);
      if (answer.status === 404) return undefined;
      const { connection_status, payments, logs } = dataOf<Written>(answer, "installation status");
      return {
        status: connection_status.status,
        since: connection_status.created_at,
        payments: payments.length,
        changes: logs.map((one) => `${one.changed_at}: ${one.status_from} to ${one.status_to} by ${one.source}`),
      };
    },

    /** Whether the system user is linked. */
    async seesCompanies(systemUserToken: string): Promise<boolean> {
      const answer = await call("GET", `${baseUrl}/companies`, { ...withUser(systemUserToken), query: { my: 1 } });
      return answer.status === 200;
    },
  };
}
