/** The operations that read the installation status. */
export const statusReads = ["readInstallationStatus", "readInstallationStatusInFlow"];

/** The data calls that faults of access are planted in. */
export const dataCalls = ["listCalls", "listClients"];
