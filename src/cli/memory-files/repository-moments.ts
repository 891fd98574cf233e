/** Reads a repository's history as moments, one per commit. */
import { UsageError } from "../../local/command-line.ts";
import type { ChangedFile, Commit, Git, GitObjects } from "./git.ts";
import {
  HUGE,
  isMarkdown,
  LINK,
  MAX_FILE_BYTES,
  pathProblem,
  type SkippedFile,
  textOf,
} from "./memory-file.ts";
import { type FileChange, type MemoryEvent, type Moment, UnitHistory } from "./unit-history.ts";

export interface RecordedMoment {
  readonly id: string;
  readonly events: readonly MemoryEvent[];
  /**
   * All units that are in the memory after this moment. Maps the name of a unit to the digest of
   * its text.
   */
  readonly live: ReadonlyMap<string, string>;
}

export interface RepositoryHistory {
  readonly moments: readonly RecordedMoment[];
  readonly commits: number;
  /** Skipped files, each with the latest reason. */
  readonly skipped: readonly SkippedFile[];
  /** Number of Markdown files outside the given folder. */
  readonly outside: number;
}

const LINK_MODE = "120000";
const SUBMODULE_MODE = "160000";

interface Asked {
  readonly graph: string;
  /** The folder's path inside the repository. Only files in this folder are memory files. */
  readonly prefix: string;
  /**
   * A date or a commit. With a date, the import starts with the first commit at or after this date.
   * With a commit, it starts with the commit after this one. Undefined for the whole history.
   */
  readonly since: string | undefined;
}

/** @throws UserError if Git fails, or `since` is neither a date nor a commit */
export async function repositoryMoments(
  git: Git,
  { graph, prefix, since }: Asked,
  onProgress: (done: number, total: number) => void,
): Promise<RepositoryHistory> {
  const history = await git.history();
  const changed = await git.changes(history);
  const objects = git.objects();
  const reader = new ChangeReader(objects, prefix);
  const moments: RecordedMoment[] = [];
  try {
    const commits: Commit[] = [];
    for (const { commit } of history) commits.push(await objects.commit(commit));
    const from = since === undefined ? 0 : await firstAfter(git, commits, since);
    const units = new UnitHistory(graph);
    let at = 0;
    for (const [number, commit] of commits.entries()) {
      onProgress(number, commits.length);
      // Commit times can be wrong, but moments must be in order of time.
      at = Math.max(at, commit.at);
      const changes = await reader.read(changed.get(commit.id) ?? []);
      const moment = momentOf(commit, at, number);
      const events = units.apply(moment, changes);
      const isBase = number === from - 1;
      const recorded = isBase ? units.snapshot(baseOf(moment)) : events;
      if (number >= from - 1 && recorded.length > 0)
        moments.push({
          id: isBase ? baseOf(moment).id : commit.id,
          events: recorded,
          live: units.live(),
        });
    }
  } finally {
    objects.close();
  }
  return { moments, commits: history.length, ...reader.told() };
}

function momentOf(commit: Commit, at: number, number: number): Moment {
  const { id, message, author, writtenAt } = commit;
  const metadata = { commit: id, author, writtenAt: new Date(writtenAt).toISOString() };
  return { id, at, number, name: "commit", message, metadata };
}

/**
 * If `since` is set, the import skips the earlier commits. One moment replaces all of them. It adds
 * the units that the memory had after the last skipped commit. This function makes that moment.
 * @param moment the moment of the last skipped commit
 */
function baseOf(moment: Moment): Moment {
  return { ...moment, id: `${moment.id}:base`, name: "earlier commits" };
}

/** Returns the index of the import's first commit (see `since`). */
async function firstAfter(git: Git, commits: readonly Commit[], since: string): Promise<number> {
  const isDate = /^\d{4}-\d\d-\d\d(?:T.*)?$/.test(since) && !Number.isNaN(Date.parse(since));
  if (isDate) {
    const after = commits.findIndex(({ at }) => at >= Date.parse(since));
    return after < 0 ? commits.length : after;
  }
  const id = await git.commitId(since);
  const at = commits.findIndex((commit) => commit.id === id);
  if (at >= 0) return at + 1;
  throw new UsageError(
    `--since is ${since}; give a date such as 2026-03-04, or an ancestor of HEAD.`,
  );
}

/** Reads the memory files in a commit's changes, and remembers skipped files. */
class ChangeReader {
  readonly #objects: GitObjects;
  readonly #prefix: string;
  readonly #skipped = new Map<string, string>();
  readonly #outside = new Set<string>();

  constructor(objects: GitObjects, prefix: string) {
    this.#objects = objects;
    this.#prefix = prefix;
  }

  told(): Pick<RepositoryHistory, "skipped" | "outside"> {
    const skipped = [...this.#skipped].map(([path, why]) => ({ path, why }));
    return { skipped, outside: this.#outside.size };
  }

  async read(files: readonly ChangedFile[]): Promise<FileChange[]> {
    const changes: FileChange[] = [];
    for (const file of files) changes.push(...(await this.#changesOf(file)));
    return changes;
  }

  async #changesOf({ status, path, from, mode, blob }: ChangedFile): Promise<FileChange[]> {
    const [to, before] = [this.#own(path), this.#own(from)];
    const gone: FileChange[] = before === undefined ? [] : [{ kind: "delete", path: before }];
    if (status === "D") return gone;
    const text = to === undefined ? undefined : await this.#text(to, mode, blob);
    // The file cannot be read, or it is not a memory file any more. So remove it from the memory.
    if (to === undefined || text === undefined) return gone;
    if (status === "R" && before !== undefined)
      return [{ kind: "rename", path: to, from: before, text }];
    return [{ kind: "write", path: to, text }];
  }

  async #text(path: string, mode: string, blob: string): Promise<string | undefined> {
    const skip = (why: string) => {
      this.#skipped.set(path, why);
      return undefined;
    };
    if (mode === LINK_MODE) return skip(LINK);
    if (mode === SUBMODULE_MODE) return skip("another repository");
    const problem = pathProblem(path);
    if (problem !== undefined) return skip(problem);
    const content = await this.#objects.read(blob, MAX_FILE_BYTES);
    if (content === undefined) return skip(`${HUGE}, or missing in the repository`);
    const read = textOf(content);
    return "why" in read ? skip(read.why) : read.text;
  }

  /** Returns the path relative to the given folder; undefined if the file is no memory file. */
  #own(path: string): string | undefined {
    if (!isMarkdown(path)) return undefined;
    if (path.startsWith(this.#prefix)) return path.slice(this.#prefix.length);
    this.#outside.add(path);
    return undefined;
  }
}
