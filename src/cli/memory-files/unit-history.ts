/**
 * Turns changes of Markdown files into events. Each file and each section is a memory unit with
 * versions. A renamed file or heading keeps its units.
 */
import { createHash } from "node:crypto";
import { MAX_NAME_CHARS, MAX_TEXT_CHARS } from "../../protocol/limits.ts";
import { type Section, sectionsOf, withoutControls } from "./sections.ts";

export type FileChange =
  | { readonly kind: "write"; readonly path: string; readonly text: string }
  | { readonly kind: "rename"; readonly path: string; readonly from: string; readonly text: string }
  | { readonly kind: "delete"; readonly path: string };

/**
 * One change of the memory: a commit, or a new state of the folder. It can concern several files.
 */
export interface Moment {
  /** Id of the operation for this moment. */
  readonly id: string;
  /** Milliseconds since the epoch. Must not be earlier than the previous moment. */
  readonly at: number;
  /** Index in the history, which orders moments with equal times. */
  readonly number: number;
  readonly name: string;
  readonly message: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export type MemoryEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** A unit that is currently in the memory. */
export interface LiveUnit {
  /** Name of the unit's variable. */
  readonly unit: string;
  /** Ref or variable id of the unit's latest version. */
  readonly ref: string;
  readonly text: string;
  /** Digest of the original text. The service redacts some texts, so the stored text can differ. */
  readonly digest: string;
}

interface LiveFile extends LiveUnit {
  readonly sections: ReadonlyMap<string, LiveUnit & Pick<Section, "body">>;
  /**
   * True if an earlier run of the import sent the file's units. If this run finds that such a file
   * was renamed, it does not record the rename, because the earlier run may have recorded it
   * already. This run cannot tell: the service stores a new path only together with a new text, so
   * it may still have the old path.
   */
  readonly isResumed?: boolean;
}

/**
 * Each event has a number, which orders events with equal times. Each moment reserves this many
 * numbers for its events. So all events of a moment come before the events of the next moment.
 */
const PLACES = 1_000_000;
/** Separates the file's path from the section in a unit's comment. */
const SEPARATOR = " # ";
/** Matches a unit's comment: the unit's file and section, and the digest of its text. */
const COMMENT = /^(?<place>[\s\S]+) \[(?<digest>[0-9a-f]{16})\]$/;

/** Parses a stored unit's comment; undefined if the unit does not come from a file. */
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

  /** Returns all current units: unit name → digest of the unit's text. */
  live(): Map<string, string> {
    const units = [...this.#files.values()].flatMap((file) => [file, ...file.sections.values()]);
    return new Map(units.map(({ unit, digest }) => [unit, digest]));
  }

  /**
   * Adds a unit that an earlier run sent to the service.
   * @param place file and section of the unit, such as `notes.md # Food`; the path alone for a unit
   * that stands for the whole file
   */
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

  /** Returns the moment's events. Empty if no unit changes. */
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

  /** Returns events that add all current units as new units. */
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
   * Returns the wanted name. If a current unit already has this name, adds a number to it. The
   * names of deleted units are free. So if a deleted file comes back, it gets its old name, and its
   * new version belongs to the same unit as the old ones.
   */
  #newName(wanted: string): string {
    // Leave space for a number at the end.
    const short = withoutControls(wanted).slice(0, MAX_NAME_CHARS - 16);
    let name = short;
    for (let count = 2; this.#units.has(name); count++) name = `${short} (${count})`;
    this.#units.add(name);
    return name;
  }
}

/**
 * Finds a removed section with the same text below its heading. If there is one, only its heading
 * was changed.
 */
function renamedFrom(
  body: string,
  gone: ReadonlySet<string>,
  old: ReadonlyMap<string, Pick<Section, "body">>,
): string | undefined {
  return body === "" ? undefined : [...gone].find((key) => old.get(key)?.body === body);
}

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
   * Records a version of the unit, and returns its ref. A unit without a ref gets its first
   * version.
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
   * Records that the file of the unit was renamed. The text of the unit stays the same, so there is
   * no new version that could show this. The new path is recorded as a value of its own.
   */
  move({ unit }: LiveUnit, path: string): void {
    this.#counts.update += 1;
    const ref = this.#nextRef();
    this.#add("variable", ref, { ref, name: `${unit} path`, category: "note", value: path });
    // Link from the commit message. A link from the unit would mean that the path replaces the
    // unit.
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

  /** Returns the moment's operation, changes and message. Empty if nothing changed. */
  all(): MemoryEvent[] {
    if (this.#events.length === 0) return [];
    const { id, name, message, metadata, at } = this.#moment;
    const counts = this.#counts;
    const isOnly = (kind: keyof typeof counts) =>
      Object.entries(counts).every(([each, count]) => each === kind || count === 0);
    const category = isOnly("add") ? "extraction" : isOnly("delete") ? "deletion" : "update";
    const text = message.slice(0, MAX_TEXT_CHARS);
    // With the category `message`, the flow page would show this text in the conversation.
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
