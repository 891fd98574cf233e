/**
 * Turns changes of Markdown files into events: each file and each section is a memory unit with
 * versions. A renamed file or heading keeps its units.
 */
import { createHash } from "node:crypto";
import { MAX_NAME_CHARS, MAX_TEXT_CHARS } from "../../protocol/limits.ts";
import { type Section, sectionsOf, withoutControls } from "./sections.ts";

export type FileChange =
  | { readonly kind: "write"; readonly path: string; readonly text: string }
  | { readonly kind: "rename"; readonly path: string; readonly from: string; readonly text: string }
  | { readonly kind: "delete"; readonly path: string };

/** The cause of changes to several files at once: a commit, or a read of the folder. */
export interface Moment {
  /** Id of the moment's operation. */
  readonly id: string;
  /** Milliseconds since the epoch; not earlier than the previous moment. */
  readonly at: number;
  /** Position of the moment in the history. It orders moments that have the same time. */
  readonly number: number;
  readonly name: string;
  readonly message: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export type MemoryEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** A unit of the current memory. */
export interface LiveUnit {
  /** The name of the variable. */
  readonly unit: string;
  /** Ref or id of the unit's latest version. */
  readonly ref: string;
  readonly text: string;
  /** Digest of the original text. The stored text may be redacted. */
  readonly digest: string;
}

interface LiveFile extends LiveUnit {
  readonly sections: ReadonlyMap<string, LiveUnit & Pick<Section, "body">>;
  /**
   * Whether an earlier run stored the file's units. After a move, the comments of such units may
   * still contain the old path.
   */
  readonly isResumed?: boolean;
}

/** Maximum number of events within a moment. */
const PLACES = 1_000_000;
/** Separates the path from the section in the comment of a unit. */
const SEPARATOR = " # ";
/** The comment of a unit: its place in the files, and the digest of its text. */
const COMMENT = /^(?<place>[\s\S]+) \[(?<digest>[0-9a-f]{16})\]$/;

/** Place and digest from the comment of a stored unit; undefined if the unit is not from a file. */
export function fileOf(comment: string): { place: string; digest: string } | undefined {
  const { place, digest } = COMMENT.exec(comment)?.groups ?? {};
  return place === undefined || digest === undefined ? undefined : { place, digest };
}

export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

const NOTHING: LiveFile = {
  ...{ unit: "", ref: "", text: "", digest: "", sections: new Map(), isResumed: true },
};

export class UnitHistory {
  readonly #graph: string;
  readonly #files = new Map<string, LiveFile>();
  readonly #units = new Set<string>();

  constructor(graph: string) {
    this.#graph = graph;
  }

  get files(): ReadonlyMap<string, LiveFile> {
    return this.#files;
  }

  /** For each unit: its name, and the digest of its text. */
  live(): Map<string, string> {
    const units = [...this.#files.values()].flatMap((file) => [file, ...file.sections.values()]);
    return new Map(units.map(({ unit, digest }) => [unit, digest]));
  }

  /** Adds a unit that the service stores. `place` is the place in the unit's comment. */
  resume(live: LiveUnit, place: string): void {
    const [path = "", ...rest] = place.split(SEPARATOR);
    const key = rest.join(SEPARATOR);
    const file = this.#files.get(path) ?? NOTHING;
    this.#units.add(live.unit);
    if (key === "") this.#files.set(path, { ...file, ...live });
    else {
      const body = sectionsOf(live.text)[0]?.body ?? "";
      const sections = new Map(file.sections).set(key, { ...live, body });
      this.#files.set(path, { ...file, sections });
    }
  }

  /** The events of the moment; empty if it changes no unit. */
  apply(moment: Moment, changes: readonly FileChange[]): MemoryEvent[] {
    const written = new Changes(this.#graph, moment);
    const moved = new Map<string, LiveFile>();
    for (const change of changes) {
      const path = change.kind === "rename" ? change.from : change.path;
      const file = this.#files.get(path);
      if (file === undefined || change.kind === "write") continue;
      this.#files.delete(path);
      if (change.kind === "rename") moved.set(change.path, file);
      else for (const each of [...file.sections.values(), file]) this.#remove(written, each);
    }
    for (const change of changes) {
      if (change.kind === "delete") continue;
      const { path, text } = change;
      const before = moved.get(path);
      if (before !== undefined && !before.isResumed) written.move(before, path);
      this.#files.set(path, this.#write(written, path, text, before ?? this.#files.get(path)));
    }
    return written.all();
  }

  /** The events that add all current units in this moment. */
  snapshot(moment: Moment): MemoryEvent[] {
    const written = new Changes(this.#graph, moment);
    for (const [path, file] of this.#files) {
      const ref = written.put({ ...file, ref: "" }, path);
      const again = [...file.sections].map(([key, section]) => {
        const at = written.put({ ...section, ref: "" }, `${path}${SEPARATOR}${key}`);
        return [key, { ...section, ref: at }] as const;
      });
      this.#files.set(path, { ...file, ref, sections: new Map(again) });
    }
    return written.all();
  }

  #write(written: Changes, path: string, text: string, before: LiveFile | undefined): LiveFile {
    const unit = before?.unit || this.#newName(path);
    const whole = { unit, ref: before?.ref ?? "", text, digest: digestOf(text) };
    const isSame = whole.ref !== "" && before?.digest === whole.digest;
    const ref = isSame ? whole.ref : written.put(whole, path);
    const now = sectionsOf(text);
    const old = new Map(before?.sections);
    const gone = new Set([...old.keys()].filter((key) => !now.some((each) => each.key === key)));
    const sections = new Map<string, LiveUnit & Pick<Section, "body">>();
    for (const { key, text: said, body } of now) {
      const heading = old.has(key) ? key : renamedFrom(body, gone, old);
      if (heading !== undefined) gone.delete(heading);
      const known = heading === undefined ? undefined : old.get(heading);
      const name = known?.unit ?? this.#newName(`${unit}#${key}`);
      const part = { unit: name, ref: known?.ref ?? "", text: said, digest: digestOf(said) };
      const place = `${path}${SEPARATOR}${key}`;
      const at = known?.digest === part.digest ? part.ref : written.put(part, place);
      sections.set(key, { ...part, ref: at, body });
    }
    for (const key of gone) this.#remove(written, old.get(key) as LiveUnit);
    return { ...whole, ref, sections };
  }

  #remove(written: Changes, unit: LiveUnit): void {
    this.#units.delete(unit.unit);
    if (unit.ref !== "") written.remove(unit);
  }

  /**
   * A name that no other current unit has. If a deleted file returns, its text is the next version
   * of the file's earlier unit.
   */
  #newName(wanted: string): string {
    // Shorten the name, so that a number fits after it.
    const short = withoutControls(wanted).slice(0, MAX_NAME_CHARS - 16);
    let name = short;
    for (let count = 2; this.#units.has(name); count++) name = `${short} (${count})`;
    this.#units.add(name);
    return name;
  }
}

/** The removed section that has the same body; it counts as renamed. */
function renamedFrom(
  body: string,
  gone: ReadonlySet<string>,
  old: ReadonlyMap<string, Pick<Section, "body">>,
): string | undefined {
  return body === "" ? undefined : [...gone].find((key) => old.get(key)?.body === body);
}

/** Collects the events of one moment. */
class Changes {
  readonly #graph: string;
  readonly #moment: Moment;
  readonly #events: MemoryEvent[] = [];
  readonly #counts = { add: 0, update: 0, delete: 0 };
  #place = 2;

  constructor(graph: string, moment: Moment) {
    this.#graph = graph;
    this.#moment = moment;
  }

  /**
   * Adds a version to the unit. If the unit has no ref, this is its first version. Returns the ref
   * of the new version.
   */
  put({ unit, ref: before, text, digest }: LiveUnit, place: string): string {
    const isNew = before === "";
    this.#counts[isNew ? "add" : "update"] += 1;
    const ref = this.#nextRef();
    this.#add("variable", ref, {
      ...{ ref, name: unit, category: "memory_entry", value: text },
      comment: `${place} [${digest}]`,
      ...(isNew ? {} : { mutates: before }),
    });
    this.#link(isNew ? `${this.#moment.id}/why` : before, ref, isNew ? "extraction" : "update");
    return ref;
  }

  /**
   * Records a new path. A version with an equal text would count as the same version, so the path
   * is a separate value.
   */
  move({ unit }: LiveUnit, path: string): void {
    this.#counts.update += 1;
    const ref = this.#nextRef();
    this.#add("variable", ref, { ref, name: `${unit} path`, category: "note", value: path });
    // A link from the unit would mean that this value replaces the unit.
    this.#link(`${this.#moment.id}/why`, ref, "note");
  }

  remove({ ref: before }: LiveUnit): void {
    this.#counts.delete += 1;
    const ref = this.#nextRef();
    this.#add("variable", ref, {
      ...{ ref, name: "deleted", class: "delete_marker", category: "marker", value: "deleted" },
    });
    this.#link(before, ref, "deletion");
  }

  /**
   * All events of the moment, with its operation and the message that explains it. Empty if the
   * moment changes nothing.
   */
  all(): MemoryEvent[] {
    if (this.#events.length === 0) return [];
    const { id, name, message, metadata, at } = this.#moment;
    const counts = this.#counts;
    const isOnly = (kind: keyof typeof counts) =>
      Object.entries(counts).every(([each, count]) => each === kind || count === 0);
    const category = isOnly("add") ? "extraction" : isOnly("delete") ? "deletion" : "update";
    const text = message.slice(0, MAX_TEXT_CHARS);
    // Do not use the category `message`: the flow would show the text as a message of the
    // conversation.
    const why = { ref: `${id}/why`, name: `${name} message`, category: "context", value: text };
    const done = {
      op: id,
      name,
      category,
      comment: text,
      status: "ok",
      startedAt: at,
      endedAt: at,
    };
    return [
      this.#event("variable", why.ref, 0, why),
      this.#event("operation", id, 1, { ...done, metadata: { ...metadata, ...counts } }),
      ...this.#events,
    ];
  }

  #nextRef(): string {
    return `${this.#moment.id}/${this.#place}`;
  }

  #link(from: string, to: string, category: string): void {
    this.#add("link", `${to}/from`, { op: this.#moment.id, from, to, category });
  }

  #add(type: string, id: string, fields: Readonly<Record<string, unknown>>): void {
    this.#events.push(this.#event(type, id, this.#place, fields));
    this.#place += 1;
  }

  #event(
    type: string,
    id: string,
    place: number,
    fields: Readonly<Record<string, unknown>>,
  ): MemoryEvent {
    const { at, number } = this.#moment;
    return { type, id, graph: this.#graph, at, seq: number * PLACES + place, ...fields };
  }
}
