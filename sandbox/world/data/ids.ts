/** Where the ids of generated records begin. */
export const firstId = { service: 300, staff: 400, resource: 5000, call: 7000, activity: 9000 };
