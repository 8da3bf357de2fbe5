/** An interaction is not written as the Pact specification demands. */
export class Unreadable extends Error {
  override name = "Unreadable";
}
