/**
 * The sandbox of a replay. The app must not write outside the replay's folder, connect to
 * undeclared hosts, or start processes. A forbidden action throws. The app can catch the error, so
 * the sandbox also remembers the action.
 */

interface Storage<T> {
  run<R>(store: T, body: () => R): R;
  getStore(): T | undefined;
}

type Module = Record<string, unknown>;
type Method = (this: unknown, ...args: unknown[]) => unknown;

type Text = (...args: unknown[]) => string;

interface FileStat {
  ino: bigint;
  dev: bigint;
  nlink: bigint;
  isFile(): boolean;
}
type Stat = (file: string | number, options: object) => FileStat | undefined;
const WHOLE = { bigint: true, throwIfNoEntry: false };

interface NodeHost {
  process?: {
    execPath: string;
    getBuiltinModule?: (id: string) => Module | undefined;
    once(event: "exit", listener: () => void): unknown;
    off(event: "exit", listener: () => void): unknown;
  };
}

export interface Allowed {
  /** Hosts that the app may connect to: `host` or `host:port`. */
  readonly hosts: readonly string[];
  /** Folders and files that the app may write to. */
  readonly paths: readonly string[];
  /**
   * If true, the limits apply to the whole process. If false, only to code in the replay's async
   * context.
   */
  readonly isAlone: boolean;
}

/** Milliseconds that the app gets to end by itself after a refused action. */
const REFUSED_MS = 500;

/** One replay's permissions and refused actions. */
class Bounds {
  readonly refused: string[] = [];
  /** Resolved paths that the app has written, or opened for writing. */
  readonly #written = new Set<string>();
  readonly #allowed: Allowed;
  #end: () => void = () => undefined;
  /**
   * After a refused action, the app could wait forever. So this promise ends the replay
   * `REFUSED_MS` after the refusal.
   */
  readonly end = new Promise<void>((resolve) => {
    this.#end = resolve;
  });

  constructor(allowed: Allowed) {
    this.#allowed = allowed;
  }

  path(given: unknown): void {
    if (given === undefined) return;
    const fd = typeof given === "number" ? given : Object(given).fd;
    if (fd !== undefined) {
      this.#open(fd);
      return;
    }
    const path = pathOf(given);
    const at = realPath(path);
    const isIn = (folder: string) =>
      at === realPath(folder) || at.startsWith(realPath(folder) + builtin("node:path").sep);
    if (path !== "/dev/null" && !this.#allowed.paths.some(isIn)) this.refuse(`write ${path}`);
    this.#written.add(at);
  }

  /**
   * Checks a write to an open file. Allows the write if the app opened the file inside the sandbox,
   * or if the app may write to the file's path. Standard streams, pipes, devices and deleted files
   * are not checked.
   */
  #open(fd: number): void {
    const { fstatSync, statSync } = builtin("node:fs") as Record<string, Stat>;
    const open = fstatSync?.(fd, WHOLE);
    if (fd <= 2 || !open?.isFile() || !open.nlink) return;
    const isOpen = (path: string) => {
      const file = statSync?.(path, WHOLE);
      return file?.ino === open.ino && file.dev === open.dev;
    };
    if (![...this.#written, ...this.#allowed.paths].some(isOpen))
      this.refuse("write a file that was open before");
  }

  host(host: unknown, port: unknown): void {
    const name = localName(`${host ?? "localhost"}`);
    const names = this.#allowed.hosts.map((allowed) => {
      const [, bare = allowed, own] = /^(.*?)(?::(\d+))?$/.exec(allowed) ?? [];
      return [localName(bare), own];
    });
    if (!names.some(([bare, own]) => bare === name && (own === undefined || own === `${port}`)))
      this.refuse(`reach ${host ?? "localhost"}${port ? `:${port}` : ""}`);
  }

  refuse(what: string): never {
    const refusal = `The replay tried to ${what}, which is outside of its copy.`;
    this.refused.push(refusal);
    setTimeout(this.#end, REFUSED_MS);
    throw new Error(refusal);
  }
}

let storage: Storage<Bounds | "free"> | undefined;
let installing: Promise<Storage<Bounds | "free">> | undefined;
/** Limits for the whole process while a replay with `isAlone` runs. */
let processBounds: Bounds | undefined;

function pathOf(given: unknown): string {
  return given instanceof URL ? (builtin("node:url").fileURLToPath as Text)(given) : `${given}`;
}

/** Resolves all symbolic links, even in a path that does not exist yet. */
function realPath(given: string): string {
  const { resolve, dirname, basename, join } = builtin("node:path") as Record<string, Text>;
  const path = resolve?.(given) ?? given;
  try {
    return (builtin("node:fs").realpathSync as Text)(path);
  } catch {
    const parent = dirname?.(path) ?? path;
    return parent === path ? path : (join?.(realPath(parent), basename?.(path)) ?? path);
  }
}

/** Runs the body in the sandbox. Returns the refused actions and the body's error. */
export async function runInSandbox(
  allowed: Allowed,
  body: () => Promise<void>,
): Promise<{ refused: readonly string[]; error?: unknown }> {
  const bounds = new Bounds(allowed);
  installing ??= install();
  storage = await installing;
  if (allowed.isAlone) processBounds = bounds;
  try {
    await Promise.race([storage.run(bounds, body), bounds.end]);
    return bounds;
  } catch (error) {
    return { refused: bounds.refused, error };
  } finally {
    if (processBounds === bounds) processBounds = undefined;
  }
}

/**
 * Runs the body with a temporary folder. Deletes the folder when the body ends or the process
 * exits.
 */
export async function withTemporaryFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const { mkdtempSync, rmSync } = builtin("node:fs");
  const { tmpdir } = builtin("node:os");
  const folder = (mkdtempSync as Text)(`${(tmpdir as Text)()}/memtrace-replay-`);
  const remove = () => (rmSync as Text)(folder, { recursive: true, force: true });
  const { process } = globalThis as NodeHost;
  process?.once("exit", remove);
  try {
    await body(folder);
  } finally {
    process?.off("exit", remove);
    remove();
  }
}

/** Runs the replay's own requests to the service outside the sandbox. */
export function runOutsideSandbox<R>(body: () => R): R {
  return storage ? storage.run("free", body) : body();
}

function builtin(id: string): Module {
  const module = (globalThis as NodeHost).process?.getBuiltinModule?.(id);
  if (!module) throw new Error("A replay needs Node 20.16 or later.");
  return module;
}

/**
 * Wraps every function that can write, connect or start a process. Called once per process. Outside
 * a replay, the wrapped functions behave as before.
 */
async function install(): Promise<Storage<Bounds | "free">> {
  const { AsyncLocalStorage } = builtin("node:async_hooks") as {
    AsyncLocalStorage: new () => Storage<Bounds | "free">;
  };
  const made = new AsyncLocalStorage();
  const watch = (
    of: unknown,
    names: string,
    check: (bounds: Bounds, args: unknown[], self: unknown) => void,
  ) => {
    const object = of as Module;
    for (const name of names.split(" ")) {
      const method = object[name] as Method | undefined;
      if (typeof method !== "function") continue;
      object[name] = new Proxy(method, {
        apply(target, self, args) {
          const bounds = made.getStore() ?? processBounds;
          if (bounds && bounds !== "free") check(bounds, args, self);
          return Reflect.apply(target, self, args);
        },
        construct(target, args, type) {
          const bounds = made.getStore() ?? processBounds;
          if (bounds && bounds !== "free") check(bounds, args, undefined);
          return Reflect.construct(target, args, type);
        },
      });
    }
  };
  const fs = builtin("node:fs");
  const FileHandle = await fileHandle();
  const both = (names: string) => names.replace(/\w+/g, "$& $&Sync");
  for (const files of [fs, fs.promises]) {
    const written = "writeFile appendFile mkdir mkdtemp rm rmdir unlink truncate chmod";
    watch(files, both(`${written} createWriteStream rename`), (bounds, [path]) =>
      bounds.path(path),
    );
    watch(files, both("rename copyFile cp"), (bounds, [, path]) => bounds.path(path));
    // After a hard link, the app can write to the same file through both paths, so check both.
    watch(files, both("link"), (bounds, [target, path]) => {
      bounds.path(target);
      bounds.path(path);
    });
    watch(files, both("symlink"), (bounds, [target, path]) => {
      const { resolve, dirname } = builtin("node:path") as Record<string, Text>;
      bounds.path(resolve?.(dirname?.(pathOf(path)), pathOf(target)));
      bounds.path(path);
    });
    watch(files, both("open"), (bounds, [path, flags]) => {
      const isWriting =
        typeof flags === "number" ? (flags & 3) > 0 : /[wa+]/.test(`${flags ?? ""}`);
      if (isWriting && typeof flags !== "function") bounds.path(path);
    });
  }
  watch(fs, both("write writev ftruncate"), (bounds, [fd]) => bounds.path(fd));
  watch(FileHandle, "write writev writeFile appendFile truncate", (bounds, _, file) =>
    bounds.path(file),
  );
  const { prototype } = builtin("node:net").Socket as { prototype: unknown };
  watch(prototype, "connect", (bounds, args) => {
    const [first, second] = args.flat() as unknown[];
    const { host, port = first, path } = Object(first);
    if (path) bounds.refuse(`reach ${path}`);
    bounds.host(host ?? (typeof second === "string" ? second : undefined), port);
  });
  watch(prototype, "write end", (bounds, [data], socket) => {
    if (!data || typeof data === "function") return;
    // Check the host at each request: the app can reuse a connection from before the replay.
    const { remoteAddress, remotePort, servername, _host, server } = Object(socket);
    if (remoteAddress && !server) bounds.host(servername || _host || remoteAddress, remotePort);
  });
  const datagrams = builtin("node:dgram").Socket as { prototype: unknown };
  watch(datagrams.prototype, "send", (bounds) => bounds.refuse("send a datagram"));
  watch(globalThis, "fetch", (bounds, [input]) => {
    const { hostname, port, protocol } = new URL(Object(input).url ?? `${input}`);
    if (/^http/.test(protocol))
      bounds.host(hostname, port || (protocol === "https:" ? "443" : "80"));
  });
  watch(
    builtin("node:child_process"),
    "spawn exec execFile fork spawnSync execSync execFileSync",
    (bounds) => bounds.refuse("start a process"),
  );
  watch(builtin("node:worker_threads"), "Worker", (bounds) => bounds.refuse("start a thread"));
  (builtin("node:module").syncBuiltinESMExports as () => void)();
  return made;
}

/** Node does not export the class FileHandle, so take it from an open file. */
async function fileHandle(): Promise<object> {
  const { open } = builtin("node:fs").promises as {
    open(path: unknown): Promise<{ close(): Promise<void> }>;
  };
  const file = await open((globalThis as NodeHost).process?.execPath);
  await file.close();
  return Object.getPrototypeOf(file);
}

function localName(host: string): string {
  return /^(127\.0\.0\.1|\[?::1\]?|::ffff:127\.0\.0\.1)$/.test(host)
    ? "localhost"
    : host.toLowerCase();
}
