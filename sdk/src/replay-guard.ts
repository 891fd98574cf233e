/**
 * Keeps a replay to its copy: inside it no file is written but in its own folder, no host is reached
 * but the declared ones, no process is started. What is not allowed throws where it is tried, and
 * is remembered, as an app may go on after an error.
 */

interface Storage<T> {
  run<R>(store: T, body: () => R): R;
  getStore(): T | undefined;
}

type Module = Record<string, unknown>;
type Method = (this: unknown, ...args: unknown[]) => unknown;

type Text = (...args: unknown[]) => string;

interface NodeHost {
  process?: { getBuiltinModule?: (id: string) => Module | undefined };
}

export interface Allowed {
  /** Hosts, with or without a port. */
  readonly hosts: readonly string[];
  /** Folders and files. */
  readonly paths: readonly string[];
  /** Whether it holds for the whole process, and not only for what the replay itself set to work. */
  readonly isAlone: boolean;
}

/** What runs in one replay may do, and what of it was refused. */
class Bounds {
  readonly refused: string[] = [];
  readonly #allowed: Allowed;

  constructor(allowed: Allowed) {
    this.#allowed = allowed;
  }

  path(given: unknown): void {
    // A number is a file that is open already, and was checked then.
    if (typeof given === "number" || given === undefined) return;
    const path = `${given instanceof URL ? decodeURI(given.pathname) : given}`;
    const at = realPath(path);
    const isIn = (folder: string) =>
      at === realPath(folder) || at.startsWith(realPath(folder) + builtin("node:path").sep);
    if (path !== "/dev/null" && !this.#allowed.paths.some(isIn)) this.refuse(`write ${path}`);
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
    throw new Error(refusal);
  }
}

let storage: Storage<Bounds | "free"> | undefined;
/** Of a replay that has the process for itself. */
let everywhere: Bounds | undefined;

/** Where a path leads to, whatever links stand in it; the file itself need not be there. */
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

/** Runs the body within the bounds; tells what it tried beyond them, and how it failed. */
export async function guarded(
  allowed: Allowed,
  body: () => Promise<void>,
): Promise<{ refused: readonly string[]; error?: unknown }> {
  const bounds = new Bounds(allowed);
  storage ??= install();
  if (allowed.isAlone) everywhere = bounds;
  try {
    await storage.run(bounds, body);
    return bounds;
  } catch (error) {
    return { refused: bounds.refused, error };
  } finally {
    everywhere = undefined;
  }
}

/** Runs the body with a folder of its own, which goes afterwards. */
export async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const { mkdtempSync, rmSync } = builtin("node:fs");
  const { tmpdir } = builtin("node:os");
  const folder = (mkdtempSync as Text)(`${(tmpdir as Text)()}/memtrace-replay-`);
  try {
    await body(folder);
  } finally {
    (rmSync as Text)(folder, { recursive: true, force: true });
  }
}

/** For what is not the app's: runs without bounds. */
export function unguarded<R>(body: () => R): R {
  return storage ? storage.run("free", body) : body();
}

function builtin(id: string): Module {
  const module = (globalThis as NodeHost).process?.getBuiltinModule?.(id);
  if (!module) throw new Error("A replay needs Node 20.16 or later.");
  return module;
}

/** Watches the ways out of the process once and for all; outside of replays nothing is changed. */
function install(): Storage<Bounds | "free"> {
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
          const bounds = made.getStore() ?? everywhere;
          if (bounds && bounds !== "free") check(bounds, args, self);
          return Reflect.apply(target, self, args);
        },
        construct(target, args, made) {
          const bounds = storage?.getStore() ?? everywhere;
          if (bounds && bounds !== "free") check(bounds, args, undefined);
          return Reflect.construct(target, args, made);
        },
      });
    }
  };
  const fs = builtin("node:fs");
  for (const files of [fs, fs.promises]) {
    const both = (names: string) => names.replace(/\w+/g, "$& $&Sync");
    const written = "writeFile appendFile mkdir mkdtemp rm rmdir unlink truncate chmod";
    watch(files, both(`${written} createWriteStream rename`), (bounds, [path]) =>
      bounds.path(path),
    );
    watch(files, both("rename copyFile cp"), (bounds, [, path]) => bounds.path(path));
    // What a link leads to is written through it.
    watch(files, both("link symlink"), (bounds, [target, path]) => {
      bounds.path(path);
      const { resolve, dirname } = builtin("node:path") as Record<string, Text>;
      bounds.path(resolve?.(dirname?.(`${path}`), `${target}`));
    });
    watch(files, both("open"), (bounds, [path, flags]) => {
      const isWriting =
        typeof flags === "number" ? (flags & 3) > 0 : /[wa+]/.test(`${flags ?? ""}`);
      if (isWriting && typeof flags !== "function") bounds.path(path);
    });
  }
  const { prototype } = builtin("node:net").Socket as { prototype: unknown };
  watch(prototype, "connect", (bounds, args) => {
    const [first, second] = args.flat() as unknown[];
    const { host, port = first, path } = Object(first);
    if (path) bounds.refuse(`reach ${path}`);
    bounds.host(host ?? (typeof second === "string" ? second : undefined), port);
  });
  watch(prototype, "write", (bounds, _, socket) => {
    // A connection that was there before.
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

function localName(host: string): string {
  return /^(127\.0\.0\.1|\[?::1\]?|::ffff:127\.0\.0\.1)$/.test(host)
    ? "localhost"
    : host.toLowerCase();
}
