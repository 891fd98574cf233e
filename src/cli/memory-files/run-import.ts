/** `memtrace import --git`: imports memory files and prints a summary. */
import type { ProjectClient } from "../../local/client/project-client.ts";
import { EXIT } from "../command.ts";
import type { Terminal } from "../terminal.ts";
import { harmless, oneLine } from "../text/shown-text.ts";
import { type ImportedMemory, importMemory } from "./import-memory.ts";
import type { SkippedFile } from "./memory-file.ts";

const SHOWN = 10;

interface GivenImport {
  readonly path: string;
  readonly since?: string | undefined;
  readonly graph?: string | undefined;
  readonly user?: string | undefined;
  readonly json: boolean;
}

export async function runMemoryImport(
  api: ProjectClient,
  { path, since, graph, user, json }: GivenImport,
  terminal: Terminal,
): Promise<number> {
  const imported = await importMemory(api, { path, since, graph, user }, (text) =>
    terminal.progress(text),
  );
  if (json) terminal.printJson(imported);
  else terminal.print(`${harmless(path)}: ${outcomeOf(imported)}`);
  noteSkipped(imported.skipped, terminal);
  if (imported.outside > 0)
    terminal.note(`${imported.outside} Markdown files of the repository lie outside of ${path}.`);
  return EXIT.done;
}

function outcomeOf({ source, sent, known, events, units, graph }: ImportedMemory): string {
  const shown = (count: number) => count.toLocaleString("en");
  const holds = `${oneLine(graph)} holds ${shown(units)} units`;
  if (sent === 0) return known === 0 ? "no memory file was found" : `nothing is new; ${holds}`;
  if (source === "folder") return `${shown(events)} events of the folder's current files; ${holds}`;
  const before = known === 0 ? "" : `, ${shown(known)} already known`;
  const commits = `${shown(sent)} ${sent === 1 ? "commit" : "commits"}`;
  return `${commits} sent as ${shown(events)} events${before}; ${holds}`;
}

export function noteSkipped(skipped: readonly SkippedFile[], terminal: Terminal): void {
  if (skipped.length === 0) return;
  const lines = skipped.slice(0, SHOWN).map(({ path, why }) => `  ${oneLine(path)}: ${why}`);
  const more = skipped.length > SHOWN ? ["  …"] : [];
  const files = skipped.length === 1 ? "1 file was" : `${skipped.length} files were`;
  terminal.note([`${files} skipped:`, ...lines, ...more].join("\n"));
}
