/** Which link is meant: an application at a Location. */
export interface LinkId {
  location: number;
  application: number;
}

/** A link's ids in one word, to keep links in a map. */
export const linkKey = ({ location, application }: LinkId): string => `${location} ${application}`;
