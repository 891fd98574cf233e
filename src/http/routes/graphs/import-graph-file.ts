import { createHash } from "node:crypto";
import { MAX_GRAPH_BODY_BYTES } from "../../../protocol/limits.ts";
import { importGraphFile as declaration } from "../../../protocol/routes/graphs.ts";
import { ApiError } from "../../errors.ts";
import { parseGraphFile } from "../../graphs/graph-file.ts";
import { type ImportFault, importGraph } from "../../graphs/import-graph.ts";
import { overloaded } from "../../ingest/ingest.ts";
import { readText } from "../../ingest/request-body.ts";
import { operation, router } from "../../route.ts";

export const importGraphFile = router().openapi(operation(declaration), async (c) => {
  const text = await readText(c.req.raw, MAX_GRAPH_BODY_BYTES);
  const file = parseGraphFile(text);
  const digest = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  await c.get("project").refuseOverQuota();
  const imported = await importGraph(c.get("project"), file, digest, c.get("services").now());
  if (!imported.ok) throw refusal(imported.fault);
  return c.json(imported.value, 201);
});

function refusal(fault: ImportFault): ApiError {
  switch (fault.kind) {
    case "damaged": {
      const { path, message } = fault.damage;
      return new ApiError("damaged_graph", `${path}: ${message}. Nothing was stored.`);
    }
    case "overloaded":
      return overloaded();
  }
}
