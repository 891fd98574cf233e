/**
 * Converts the values of one span into variables. The name of a value is the id of its memory unit,
 * or a hash of its text. So equal values get the same name in every span. A text that is too short
 * gets a name that no other span has, because short texts can be equal by chance.
 */
import type { TraceEvent, VariableEvent } from "../../protocol/events/events.ts";
import type { Content, ContentRole, Direction } from "../conventions/content.ts";
import type { Span } from "../encoding/spans.ts";
import { usableId } from "../graph-rule.ts";
import { MIN_KNOWN_CHARS } from "./pieces.ts";
import { hashOf } from "./text-hash.ts";

/**
 * Two spans can record the same value. This type says how the service recognises that value, for
 * example by an equal id (`id`) or by an equal text (`content`).
 */
export type MatchKind = "declared" | "id" | "content" | "containment" | "nesting";

/** A recorded value of the span. `origin` says how it can be recognised in other spans. */
export interface RecordedValue {
  readonly ref: string;
  readonly name: string;
  readonly origin: MatchKind;
}

export interface OrderPosition {
  readonly at: number;
  /** Orders events of the same millisecond. */
  readonly seq: number;
}

const CATEGORY: Readonly<Record<ContentRole, string>> = {
  message: "message",
  reply: "message",
  prompt: "prompt",
  query: "query",
  text: "text",
  record: "memory_entry",
};

/** Returns the prefix of a span's operation id and of the refs of its values. */
export function spanKey({ traceId, spanId }: Pick<Span, "traceId" | "spanId">): string {
  return `${traceId}:${spanId}`;
}

/**
 * A span has at most this many input values, and at most this many output values. If there are
 * more, values in the middle are left out.
 */
const MAX_SIDE_VALUES = 1_000;
/**
 * Maximum number of statements per span. A statement is a part of a text (see `pieces.ts`). It
 * connects the span to other spans with the same statement.
 */
const MAX_PIECES = 2_000;
const MAX_LINKS = 8_000;

/**
 * The recorded values of one span. Their number is limited, because all of them are in memory
 * together.
 */
export class RecordedValues {
  readonly events: TraceEvent[] = [];
  /** Number of values, statements and links that were not recorded, because of the limits above. */
  leftOut = 0;
  readonly #span: Span;
  readonly #base: { readonly graph: string; readonly session: string };
  readonly #store: string;
  readonly #byName = new Map<string, RecordedValue>();
  readonly #links = new Set<string>();
  #count = 0;
  #pieces = 0;

  /** @param store prefix of unit names, because ids are unique only within their store */
  constructor(span: Span, base: { graph: string; session: string }, store: string) {
    this.#span = span;
    this.#base = base;
    this.#store = store;
  }

  /** Records the input values or the output values. Maps the index of each content to its value. */
  side(contents: Direction, slot: "in" | "out"): ReadonlyMap<number, RecordedValue> {
    const all = contents ?? [];
    const recorded = new Map<number, RecordedValue>();
    for (const [place, content] of all.entries()) {
      const isWithin = Math.min(place, all.length - 1 - place) < MAX_SIDE_VALUES / 2;
      if (!isWithin) this.leftOut++;
      const when = slot === "in" ? "start" : "end";
      const value = isWithin ? this.#add(content, `${slot}.${place}`, when) : undefined;
      if (value !== undefined) recorded.set(place, value);
    }
    return recorded;
  }

  /**
   * Records a value in a slot such as `in.0`. Returns undefined for a unit whose text was not
   * captured.
   */
  #add(content: Content, slot: string, when: "start" | "end"): RecordedValue | undefined {
    const { text, id, role } = content;
    if (text === undefined) return undefined;
    const value = role === "record" && id !== undefined ? text : text.trim();
    if (role === "record" && id !== undefined) {
      return this.#put(
        { name: this.#unitName(id), value, category: CATEGORY[role] },
        slot,
        when,
        "id",
      );
    }
    const isKnown = value.length >= MIN_KNOWN_CHARS;
    const name = isKnown ? textName(value) : this.#ownName(slot);
    // A message or reply in the output was written by the model, so it is a model's answer. In the
    // input, the role alone decides.
    const isSaid = when === "end" && (role === "message" || role === "reply");
    const category = isSaid ? "llm_response" : CATEGORY[role];
    return this.#put({ name, value, category }, slot, when, isKnown ? "content" : "declared");
  }

  /** Records a value that occurs only in this span, such as the whole prompt. */
  own(value: string, category: string, slot: string, when: "start" | "end"): RecordedValue {
    return this.#put({ name: this.#ownName(slot), value, category }, slot, when, "declared");
  }

  /**
   * Records one statement of a text as its own value. Equal statements get the same name. Returns
   * undefined if the span already has `MAX_PIECES` statements.
   */
  piece(value: string, slot: string, when: "start" | "end"): RecordedValue | undefined {
    if (this.#pieces >= MAX_PIECES) {
      this.leftOut++;
      return undefined;
    }
    this.#pieces++;
    return this.#put({ name: textName(value), value, category: "text" }, slot, when, "containment");
  }

  /** Links two values of this span. Does nothing if one of them was left out. */
  link(
    from: RecordedValue | undefined,
    to: RecordedValue | undefined,
    origin = from?.origin,
  ): void {
    if (from === undefined || to === undefined || origin === undefined) return;
    if (from.name !== to.name) this.linkRef(from.ref, to, origin);
  }

  /** Adds a link from a value of another span. The other span can arrive later. */
  linkRef(from: string, to: RecordedValue, origin: MatchKind): void {
    const pair = `${from} ${to.ref}`;
    if (this.#links.has(pair) || from === to.ref) return;
    if (this.#links.size >= MAX_LINKS) {
      this.leftOut++;
      return;
    }
    this.#links.add(pair);
    const op = spanKey(this.#span);
    this.events.push({
      ...{ type: "link", id: `${op}/link.${this.#links.size - 1}`, ...this.#base },
      ...{ ...this.#moment("end"), op, from, to: to.ref, category: origin },
    });
  }

  #put(
    { name, value, category }: Pick<VariableEvent, "name" | "category"> & { value: string },
    slot: string,
    when: "start" | "end",
    origin: MatchKind,
  ): RecordedValue {
    // Record equal values only once. A unit with an id can have two texts in one span, before and
    // after a change, so its key also contains the text.
    const key = origin === "id" ? `${name} ${value}` : name;
    const known = this.#byName.get(key);
    if (known !== undefined) return known;
    const ref = `${spanKey(this.#span)}/${slot}`;
    this.events.push({
      ...{ type: "variable", id: ref, ...this.#base, ...this.#moment(when) },
      ...{ ref, name, value, category },
    });
    const recorded: RecordedValue = { ref, name, origin };
    this.#byName.set(key, recorded);
    return recorded;
  }

  #moment(when: "start" | "end"): OrderPosition {
    const { startedAt, startedNanos, endedAt, endedNanos } = this.#span;
    const [at, nanos] = when === "start" ? [startedAt, startedNanos] : [endedAt, endedNanos];
    return { at, seq: nanos * SEQ_PER_NANO + this.#count++ };
  }

  #unitName(id: string): string {
    return usableId(this.#store === "" ? id : `${this.#store}/${id}`);
  }

  #ownName(slot: string): string {
    const { traceId, spanId } = this.#span;
    return `${slot.replace(".", "-")}-${traceId.slice(0, 8)}${spanId}`;
  }
}

/**
 * The values of a span are numbered. The `seq` of a value is the event's nanoseconds times this
 * factor, plus the value's number. If a span has more values than this factor, the `seq` of the
 * last ones can equal the `seq` of events in the next nanosecond.
 */
const SEQ_PER_NANO = 100_000;

function textName(text: string): string {
  return `text:${hashOf(text)}`;
}
