/** A contract, and the partner whose it is. */
export interface OwnedPact {
  id: string;
  partner_id: string;
  pact: string;
}
