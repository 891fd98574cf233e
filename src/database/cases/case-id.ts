import { createHash } from "node:crypto";

/**
 * The id of a case: the same for the same question and answer of a graph, from any source.
 * `key` is the query's variable id, or its text, with the answer's text.
 */
export function caseIdOf(project: string, graph: string, key: string): string {
  const hash = createHash("sha256").update(JSON.stringify([project, graph, key]));
  return `case_${hash.digest("base64url").slice(0, 22)}`;
}
