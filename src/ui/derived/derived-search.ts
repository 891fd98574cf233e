import { DERIVED_ROLES, type DerivedRole } from "../../protocol/api/explorer/ledger-words.ts";

export interface DerivedSearch {
  readonly role?: DerivedRole;
}

export function parseDerivedSearch(raw: Record<string, unknown>): DerivedSearch {
  const role = DERIVED_ROLES.find((each) => each === raw.role);
  return role === undefined ? {} : { role };
}
