/** Imports the history of a repository, or the current files of a folder. */
import { basename, resolve } from "node:path";
import type { ProjectClient } from "../../local/client/project-client.ts";
import { UsageError, UserError } from "../../local/command-line.ts";
import { changesSince, readFolder } from "./folder.ts";
import { Git, GitFailure } from "./git.ts";
import type { SkippedFile } from "./memory-file.ts";
import { type RecordedMoment, repositoryMoments } from "./repository-moments.ts";
import { ServiceMemory } from "./service-memory.ts";
import { UnitHistory } from "./unit-history.ts";

export interface ImportedMemory {
  readonly graph: string;
  readonly source: "git" | "folder";
  /** Number of moments that this import sent. A moment is a commit, or a state of the folder. */
  readonly sent: number;
  /** Number of moments that an earlier import had already sent to the service. */
  readonly known: number;
  readonly events: number;
  /** Number of memory units after the import. */
  readonly units: number;
  readonly skipped: readonly SkippedFile[];
  readonly outside: number;
}

interface GivenMemory {
  readonly path: string;
  readonly since: string | undefined;
  readonly graph: string | undefined;
  readonly user: string | undefined;
}

export type ShowProgress = (text: string) => void;

/** @throws UserError if the path cannot be read, or if the repository's history was rewritten */
export async function importMemory(
  api: ProjectClient,
  given: GivenMemory,
  show: ShowProgress,
): Promise<ImportedMemory> {
  const git = new Git(given.path);
  const graph = given.graph ?? basename(resolve(given.path));
  const memory = new ServiceMemory(api, graph);
  const content = await readFolder(given.path);
  const prefix = await prefixOf(git);
  if (prefix === undefined) {
    if (given.since !== undefined)
      throw new UsageError(`--since needs a Git repository, but ${given.path} is not in one.`);
    const { moment, units } = await recordFolder(memory, given, content);
    const { skipped } = content;
    return { graph, source: "folder", ...moment, units, skipped, outside: 0 };
  }
  const { moments, skipped, outside } = await repositoryMoments(
    git,
    { graph, prefix, since: given.since },
    (done, total) => show(`${done} of ${total} commits read`),
  );
  const known = await knownMoments(memory, moments);
  const open = moments.slice(known);
  const events = open.flatMap((moment) => moment.events);
  let done = 0;
  const first = Number(events[0]?.at ?? 0);
  const about = known === 0 && events.length > 0 ? [memory.graphEvent(first, given.user)] : [];
  await memory.send([...about, ...events], (count) => {
    done += count;
    show(`${done} of ${events.length} events sent`);
  });
  const units = moments.at(-1)?.live.size ?? 0;
  return {
    ...{ graph, source: "git", sent: open.length, known, events: events.length },
    ...{ units, skipped, outside },
  };
}

/**
 * Returns the path of the folder inside its repository. Returns undefined if the folder is in no
 * repository, or if Git is not installed. The import then reads only the current files.
 */
async function prefixOf(git: Git): Promise<string | undefined> {
  try {
    return await git.prefix();
  } catch (error) {
    if (error instanceof GitFailure && /cannot be started/.test(error.message)) return undefined;
    throw error;
  }
}

/**
 * Returns how many of these moments were sent by earlier imports. Imports send the oldest moment
 * first, so these are always the first ones in the list.
 * @throws UserError if the graph's memory is not the memory that these moments produce
 */
async function knownMoments(
  memory: ServiceMemory,
  moments: readonly RecordedMoment[],
): Promise<number> {
  let [known, unknown] = [0, moments.length];
  const isKnown = async (at: number) => memory.hasOperation(moments[at]?.id ?? "");
  while (known < unknown) {
    // The service often has all moments. So check the last one first, and start a binary search
    // only if it is missing.
    const at = unknown === moments.length ? unknown - 1 : Math.floor((known + unknown) / 2);
    if (await isKnown(at)) known = at + 1;
    else unknown = at;
  }
  const stored = new Map((await memory.units()).map(({ unit }) => [unit.unit, unit.digest]));
  const expected = moments[known - 1]?.live ?? new Map<string, string>();
  const differs =
    stored.size !== expected.size ||
    [...expected].some(([name, digest]) => stored.get(name) !== digest);
  if (!differs) return known;
  throw new UserError(
    `The graph ${memory.graph} does not match the history of this memory. Perhaps commits were rewritten since the last import, --since has another value, or another memory uses the name of the graph. Nothing was sent. To import this memory as a new graph, add --graph "${memory.graph} 2".`,
  );
}

/** Sends the folder's changes since the last import. */
async function recordFolder(
  memory: ServiceMemory,
  { path, user }: GivenMemory,
  content: Awaited<ReturnType<typeof readFolder>>,
): Promise<{ moment: Pick<ImportedMemory, "sent" | "known" | "events">; units: number }> {
  const history = await resumedHistory(memory);
  const isNew = history.files.size === 0;
  const at = isNew ? content.changedAt : Date.now();
  const events = history.apply(
    folderMoment(at, `The files of ${basename(resolve(path))}`),
    changesSince(history, content),
  );
  const about = isNew && events.length > 0 ? [memory.graphEvent(at, user)] : [];
  await memory.send([...about, ...events]);
  const [sent, known] = events.length > 0 ? [1, 0] : [0, 1];
  return { moment: { sent, known, events: events.length }, units: history.live().size };
}

/** Continues the history of an earlier run, using the memory units that the graph stores now. */
export async function resumedHistory(memory: ServiceMemory): Promise<UnitHistory> {
  const history = new UnitHistory(memory.graph);
  for (const { unit, place } of await memory.units()) history.resume(unit, place);
  return history;
}

/**
 * Makes a moment whose id contains only its time. So `at` must be a different millisecond for each
 * moment of a graph.
 */
export function folderMoment(at: number, message: string) {
  return { id: `files-${at}`, at, number: 0, name: "change files", message, metadata: {} };
}
