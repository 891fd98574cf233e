import { router } from "../../route.ts";
import { listDerived } from "./list-derived.ts";
import { listEmptySearches } from "./list-empty-searches.ts";
import { listLedger } from "./list-ledger.ts";
import { listMemory } from "./list-memory.ts";
import { listUncounted } from "./list-uncounted.ts";
import { showLedgerEntry } from "./show-ledger-entry.ts";

export const ledger = router()
  .route("/", listLedger)
  .route("/", showLedgerEntry)
  .route("/", listEmptySearches)
  .route("/", listDerived)
  .route("/", listMemory)
  .route("/", listUncounted);
