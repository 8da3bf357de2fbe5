/** The occasions on which a fault can be made to show, and on no others. */
export const occasionNames = ["second-time", "later-page", "second-location", "one-in-ten"] as const;
export type OccasionName = (typeof occasionNames)[number];
