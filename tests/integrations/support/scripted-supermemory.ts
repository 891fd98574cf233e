/**
 * A scripted server for the parts of Supermemory's API that the tests use. Every document becomes a
 * memory, unless a fault prevents it.
 */
import { KEY } from "./conversation.ts";
import { type ScriptedService, startScriptedService } from "./scripted-service.ts";

export type SupermemoryFault = "not extracted" | "not found" | "none";

interface Row {
  id: string;
  memory: string;
  readonly root: string;
  readonly document: string;
}

export async function startScriptedSupermemory(fault: SupermemoryFault): Promise<ScriptedService> {
  const rows: Row[] = [];
  let documents = 0;
  let searches = 0;
  return startScriptedService(({ method, path, body }) => {
    if (path === "/v3/documents") {
      const document = `document-${++documents}`;
      const memory = body.content.replace("By the way, the", "The").replace("My", "The user's");
      const id = `memory-${documents}`;
      if (!(fault === "not extracted" && KEY.test(memory)))
        rows.push({ id, memory, root: id, document });
      return { id: document, status: "queued" };
    }
    if (path === "/v4/search") {
      // Even with this fault, the first search finds everything. The fault starts with the second
      // search.
      const isLost = ++searches > 1 && fault === "not found";
      const found = rows.filter(({ memory }) => !isLost || !KEY.test(memory));
      const results = found.map(({ id, memory, document }) => ({
        id,
        memory,
        documents: [{ id: document }],
        similarity: 0.8,
        metadata: null,
        updatedAt: "2026-05-01T00:00:00Z",
      }));
      return { results, timing: 1, total: results.length };
    }
    const at = rows.findIndex(({ id }) => id === body.id);
    const row = rows[at];
    if (path !== "/v4/memories" || !row) return undefined;
    if (method === "DELETE") {
      rows.splice(at, 1);
      return { id: row.id, forgotten: true };
    }
    row.id = `${row.root}-again`;
    row.memory = body.newContent;
    return { id: row.id, memory: row.memory, rootMemoryId: row.root, version: 2 };
  });
}
