/** A small labelled file: an agent that stores and searches. Its extraction omitted a detail. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ask, converse } from "../../attribution/support/store-agent.ts";
import { exported } from "../../graph/support/exported.ts";

const LABEL = { final_error_type: "ExtractionError", final_op_id: "extract-10" };

/** The file as JSON. `change` overwrites fields of its only annotation. */
export function labelledFile(change: Record<string, unknown> = {}): Record<string, unknown> {
  const said = "Ana bought a tall vase from a small pottery workshop in Porto.";
  const agent = converse(said, { categories: true });
  const failed = ask(agent, ["unit-10@1"], [said], "I do not know.", { categories: true });
  const written = exported(agent.trace.build());
  const annotation = {
    query: failed.query,
    query_id: failed.queryId,
    golden_answers: failed.expected,
    prediction: failed.prediction,
    prediction_id: failed.predictionId,
    source_evidence_ids: failed.evidence,
    ...LABEL,
    ...change,
  };
  const data = written.data as Record<string, unknown>;
  return { ...written, data: { ...data, annotations: [annotation] } };
}

/** Returns a folder with the plain file, an index, and a subfolder with the compressed file. */
export function labelledFolder(change: Record<string, unknown> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "evaluation-"));
  const text = JSON.stringify(labelledFile(change));
  mkdirSync(join(folder, "deeper"));
  writeFileSync(join(folder, "plain.json"), text);
  writeFileSync(join(folder, "deeper", "compressed.json.gz"), gzipSync(text));
  writeFileSync(join(folder, "index.json"), "{}");
  return folder;
}
