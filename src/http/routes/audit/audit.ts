import { router } from "../../route.ts";
import { auditSettings } from "./audit-settings.ts";
import { exportAudit } from "./export-audit.ts";
import { listAudit } from "./list-audit.ts";

export const audit = router()
  .route("/", listAudit)
  .route("/", exportAudit)
  .route("/", auditSettings);
