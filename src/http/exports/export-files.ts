/** Writes the content of export zip files. Reads one page of rows or one graph at a time. */
import type { AuditLog } from "../../database/audit/audit-log.ts";
import { PacksLost, unlessLost } from "../../database/cold/packs-lost.ts";
import { EXPORTED_NAMES } from "../../database/privacy/project-data.ts";
import { writeSmartcomment } from "../../graph/smartcomment/export.ts";
import { decodeCursor } from "../../protocol/cursor.ts";
import type { ZippedFile } from "../benchmarks/zip.ts";
import type { ProjectServices } from "../context.ts";
import { MAX_EXPORTED_CHARS, valueChars } from "../graphs/export-weight.ts";

const AUDIT_PAGE = 500;
const MAX_NAME_CHARS = 80;

export async function* organizationFiles(about: object, log: AuditLog): AsyncGenerator<ZippedFile> {
  yield { name: "organization.json", parts: [`${JSON.stringify(about, null, 2)}\n`] };
  yield { name: "audit-log.ndjson", parts: auditLines(log) };
}

async function* auditLines(log: AuditLog): AsyncGenerator<string> {
  for (let next: string | null | undefined; next !== null; ) {
    const page = await log.list({}, next ? decodeCursor(next) : undefined, AUDIT_PAGE);
    yield page.items.map((entry) => `${JSON.stringify(entry)}\n`).join("");
    next = page.next;
  }
}

/** Yields the project's settings and rows, without secrets. */
export async function* projectFiles(project: ProjectServices): AsyncGenerator<ZippedFile> {
  const settings = { project: await project.settings.get(), model: await modelOf(project) };
  yield { name: "project.json", parts: [`${JSON.stringify(settings, null, 2)}\n`] };
  for (const name of EXPORTED_NAMES) {
    yield { name: `${name}.ndjson`, parts: project.exportedLines(name) };
  }
}

/** The model's settings without their keys. */
async function modelOf({ model }: ProjectServices): Promise<object | null> {
  const settings = await model.settings();
  if (settings === undefined) return null;
  const endpoints = settings.endpoints.map(({ sealedKey: _, ...endpoint }) => endpoint);
  return { ...settings, endpoints };
}

/**
 * Yields one file for each graph. If a graph is too large, its file says how to read the graph in
 * another way. If a graph lost events, its file names these events.
 */
export async function* graphFiles(
  project: ProjectServices,
  graphs: readonly string[],
): AsyncGenerator<ZippedFile> {
  for (const [index, graph] of graphs.entries()) {
    const place = `${index + 1}`.padStart(3, "0");
    const safe = graph.replaceAll(/[^\w.-]+/g, "_").slice(0, MAX_NAME_CHARS);
    const loaded = await unlessLost(loadedGraph(project, graph));
    if (loaded instanceof PacksLost) {
      yield { name: `graphs/${place}-${safe}.lost.txt`, parts: [`${loaded.message}\n`] };
      continue;
    }
    // The graph was deleted after the export had chosen its graphs.
    if (loaded === undefined) continue;
    if (valueChars(loaded) > MAX_EXPORTED_CHARS) {
      const way = `/v1/graphs/${encodeURIComponent(graph)}/live?from=start`;
      const parts = [`This graph is too large for one file. Read its events from ${way}\n`];
      yield { name: `graphs/${place}-${safe}.too-large.txt`, parts };
      continue;
    }
    yield { name: `graphs/${place}-${safe}.json`, parts: writeSmartcomment(loaded) };
  }
}

async function loadedGraph(project: ProjectServices, graph: string) {
  return (await project.openGraph(graph))?.load();
}
