interface Written {
  interactions: { type: string; description: string; providerStates?: unknown }[];
  metadata: { pactSpecification: unknown };
}

/** A pact as it is committed: without the versions of the libraries that wrote it, and in one order whatever ran first. */
export function settle(text: string): string {
  const pact = JSON.parse(text) as Written;
  const name = (one: Written["interactions"][number]) =>
    `${one.type} ${one.description} ${JSON.stringify(one.providerStates ?? [])}`;
  const settled = {
    ...pact,
    interactions: pact.interactions.toSorted((one, other) => (name(one) < name(other) ? -1 : 1)),
    metadata: { pactSpecification: pact.metadata.pactSpecification },
  };
  return `${JSON.stringify(settled, null, 2)}\n`;
}
