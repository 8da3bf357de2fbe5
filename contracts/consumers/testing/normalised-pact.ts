interface PactDocument {
  interactions: { type: string; description: string; providerStates?: unknown }[];
  metadata: { pactSpecification: unknown };
}

/** A pact as it is committed: without the versions of the libraries that wrote it, and in an order that does not depend on which test ran first. */
export function normalisedPact(text: string): string {
  const pact = JSON.parse(text) as PactDocument;
  const keyOf = ({ type, description, providerStates = [] }: PactDocument["interactions"][number]) =>
    `${type} ${description} ${JSON.stringify(providerStates)}`;
  const normalised = {
    ...pact,
    interactions: pact.interactions.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    metadata: { pactSpecification: pact.metadata.pactSpecification },
  };
  return `${JSON.stringify(normalised, null, 2)}\n`;
}
