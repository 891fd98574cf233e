/**
 * Reads a Git repository, using only Git's low-level commands. These start no program from the
 * configuration of the repository, such as a hook, a filter or a pager. So an unknown repository
 * cannot run its own code.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { UserError } from "../../local/command-line.ts";

const SAFE_SETTINGS = [
  ...["core.hooksPath=/dev/null", "core.fsmonitor=false", "protocol.allow=never"],
  ...["core.quotePath=false", "diff.external=", "core.useReplaceRefs=false"],
].flatMap((setting) => ["-c", setting]);
/**
 * These environment variables are not passed to Git. They could select another repository or start
 * a program.
 */
const UNWANTED = /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|EXTERNAL_DIFF|OBJECT_DIRECTORY|NAMESPACE|TRACE)/;

export class GitFailure extends UserError {}

export interface Commit {
  readonly id: string;
  /** When the commit was made, in milliseconds since the epoch. */
  readonly at: number;
  readonly author: string;
  /** When the author wrote the change, in milliseconds since the epoch. */
  readonly writtenAt: number;
  readonly message: string;
}

/** A file that differs between a commit and the commit's first parent. */
export interface ChangedFile {
  readonly status: "A" | "M" | "D" | "R";
  readonly path: string;
  /** Path before the commit, if the file was renamed. */
  readonly from: string;
  readonly mode: string;
  readonly blob: string;
}

export class Git {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Returns where the folder is inside its repository, such as `notes/`. Returns an empty text for
   * the repository's top folder, and undefined if the folder is in no repository.
   */
  async prefix(): Promise<string | undefined> {
    try {
      const printed = await this.#run(["rev-parse", "--show-prefix"]);
      return printed.toString("utf8").replace(/\n$/, "");
    } catch (error) {
      if (error instanceof GitFailure && /not a git repository/i.test(error.message))
        return undefined;
      throw error;
    }
  }

  /** Returns the id of the commit that `named` means; undefined if there is none. */
  async commitId(named: string): Promise<string | undefined> {
    const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${named}^{commit}`];
    const printed = await this.#run(args).catch((error: unknown) => {
      if (error instanceof GitFailure) return Buffer.alloc(0);
      throw error;
    });
    return printed.toString("utf8").trim() || undefined;
  }

  /** Returns the commits up to HEAD, oldest first. For a merge, follows only the first parent. */
  async history(): Promise<{ commit: string; parent: string | undefined }[]> {
    const args = ["rev-list", "--first-parent", "--parents", "--reverse", "HEAD", "--"];
    const printed = await this.#run(args);
    return printed
      .toString("utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => {
        const [commit = "", parent] = line.split(" ");
        return { commit, parent };
      });
  }

  /** Maps the id of each commit to the files that it changed. */
  async changes(
    history: readonly { commit: string; parent: string | undefined }[],
  ): Promise<Map<string, ChangedFile[]>> {
    const args = [
      ...["diff-tree", "--stdin", "-r", "-z", "--raw", "-M", "--root", "--no-abbrev"],
      ...["--no-ext-diff", "--no-textconv", "-l0"],
    ];
    const asked = history.map(({ commit, parent }) => `${commit} ${parent ?? ""}`.trim());
    const printed = await this.#run(args, `${asked.join("\n")}\n`);
    return changesIn(printed.toString("utf8").split("\0"));
  }

  objects(): GitObjects {
    return new GitObjects(this.#spawn(["cat-file", "--batch"]), this.#path);
  }

  #spawn(args: readonly string[]): ChildProcessWithoutNullStreams {
    const own = Object.entries(process.env).filter(([name]) => !UNWANTED.test(name));
    return spawn("git", [...SAFE_SETTINGS, "-C", this.#path, ...args], {
      env: {
        ...Object.fromEntries(own),
        ...{ GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0", GIT_NO_LAZY_FETCH: "1" },
        ...{ GIT_NO_REPLACE_OBJECTS: "1", LC_ALL: "C" },
      },
    });
  }

  /** @throws GitFailure with Git's error output */
  #run(args: readonly string[], input = ""): Promise<Buffer> {
    const child = this.#spawn(args);
    const out: Buffer[] = [];
    let failure = "";
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      failure += text;
    });
    // Ignore write errors. If Git has ended, its exit code gives the reason.
    child.stdin.on("error", () => undefined).end(input);
    return new Promise((done, failed) => {
      child.on("error", (error) => failed(notStarted(error)));
      child.on("close", (code) =>
        code === 0
          ? done(Buffer.concat(out))
          : failed(new GitFailure(`${this.#path}: git reports: ${failure.trim() || code}`)),
      );
    });
  }
}

function notStarted(error: NodeJS.ErrnoException): Error {
  if (error.code !== "ENOENT") return error;
  return new GitFailure("git cannot be started. Install Git, or correct PATH.");
}

function changesIn(fields: readonly string[]): Map<string, ChangedFile[]> {
  const changes = new Map<string, ChangedFile[]>();
  let commit: ChangedFile[] = [];
  for (let at = 0; at < fields.length; ) {
    const field = fields[at] ?? "";
    at += 1;
    if (!field.startsWith(":")) {
      if (field === "") continue;
      commit = [];
      changes.set(field, commit);
      continue;
    }
    const [, mode = "", , blob = "", status = ""] = field.split(" ");
    const from = fields[at] ?? "";
    const isRename = status.startsWith("R");
    const path = isRename ? (fields[at + 1] ?? "") : from;
    at += isRename ? 2 : 1;
    // Git has further letters, for example `T` if a file became a link. Use `M` in their place,
    // because `mode` says whether the path is now a file or a link.
    const letter = isRename ? "R" : status === "A" || status === "D" ? status : "M";
    commit.push({ status: letter, path, from, mode, blob });
  }
  return changes;
}

const NEWLINE = 0x0a;

/** Reads the repository's objects, one after another, from one Git process. */
export class GitObjects {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #path: string;
  #held: Buffer = Buffer.alloc(0);

  constructor(child: ChildProcessWithoutNullStreams, path: string) {
    this.#child = child;
    this.#path = path;
    child.stdin.on("error", () => undefined);
    child.stderr.resume();
    child.on("error", () => undefined);
    this.#chunks = child.stdout[Symbol.asyncIterator]();
  }

  /** Returns an object's bytes; undefined if it is missing or has more than `maxBytes`. */
  async read(id: string, maxBytes = Number.POSITIVE_INFINITY): Promise<Buffer | undefined> {
    this.#child.stdin.write(`${id}\n`);
    while (!this.#held.includes(NEWLINE)) await this.#fill();
    const end = this.#held.indexOf(NEWLINE);
    const head = this.#held.subarray(0, end).toString("utf8");
    this.#held = this.#held.subarray(end + 1);
    const size = Number(/ (\d+)$/.exec(head)?.[1] ?? Number.NaN);
    if (Number.isNaN(size)) return undefined;
    return this.#take(size, size <= maxBytes);
  }

  async commit(id: string): Promise<Commit> {
    const text = (await this.read(id))?.toString("utf8") ?? "";
    const end = text.indexOf("\n\n");
    const head = end < 0 ? text : text.slice(0, end);
    const person = (role: string) =>
      new RegExp(`^${role} (?<name>.*) (?<seconds>-?\\d+) [+-]\\d{4}$`, "m").exec(head)?.groups;
    const [author, committer] = [person("author"), person("committer")];
    const at = (seconds: string | undefined) => Math.max(0, Number(seconds ?? 0)) * 1_000;
    return {
      ...{ id, at: at(committer?.seconds), writtenAt: at(author?.seconds) },
      author: author?.name?.replace(/\s*<[^>]*>$/, "") ?? "",
      message: end < 0 ? "" : text.slice(end + 2).trim(),
    };
  }

  close(): void {
    this.#child.stdin.end();
    this.#child.stdout.destroy();
  }

  /**
   * Reads the bytes of the next object. If `isWanted` is false, skips the bytes and returns
   * undefined.
   */
  async #take(size: number, isWanted: boolean): Promise<Buffer | undefined> {
    const parts: Buffer[] = [];
    // Git writes a newline after each object.
    let left = size + 1;
    while (left > 0) {
      if (this.#held.length === 0) await this.#fill();
      const part = this.#held.subarray(0, left);
      this.#held = this.#held.subarray(part.length);
      left -= part.length;
      if (isWanted) parts.push(part);
    }
    return isWanted ? Buffer.concat(parts).subarray(0, size) : undefined;
  }

  async #fill(): Promise<void> {
    const { value, done } = await this.#chunks.next();
    if (done) throw new GitFailure(`${this.#path}: git ended too early.`);
    this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value]);
  }
}
