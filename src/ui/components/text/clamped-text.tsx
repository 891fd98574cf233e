import { useMemo, useState } from "react";
import { type Marks, markWords, type Segment } from "../../text/mark-words.ts";
import { count } from "../../text/time.ts";
import { Id } from "./id.tsx";

interface ClampedTextProps {
  readonly text: string;
  /** Length of the original text in characters, if the stored text was cut. */
  readonly length?: number;
  readonly marks?: Marks;
  readonly limit?: number;
  /** If true, shows long ids as short chips. */
  readonly chips?: boolean;
}

/**
 * If a long text is cut, the first marked word must be visible. If this word is too far from the
 * start, the visible part begins this many characters before the word.
 */
const LEAD_CHARS = 160;

/** Shows trace text, never as markup. Long text is cut until the reader expands it. */
export function ClampedText(props: ClampedTextProps) {
  const { text, length = text.length, marks, limit = 700, chips = false } = props;
  const [open, setOpen] = useState(false);
  const segments = useMemo(() => markWords(text, marks ?? {}), [text, marks]);
  const clamped = text.length > limit;
  const start = open || !clamped ? 0 : firstShown(segments, limit);
  const end = open || !clamped ? text.length : start + limit;
  if (text === "") return <span className="trace-text muted">(empty)</span>;
  return (
    <span className="trace">
      <span className="trace-text">
        {start > 0 ? "…" : null}
        {segments.map((segment) => (
          <Marked key={segment.start} segment={cut(segment, start, end)} chips={chips} />
        ))}
        {end < text.length ? "…" : null}
      </span>
      {clamped ? (
        <button type="button" className="link-button" onClick={() => setOpen(!open)}>
          {open ? "show less" : `show all ${count(text.length)} characters`}
        </button>
      ) : null}
      {length > text.length ? (
        <span className="muted">
          Only the first {count(text.length)} of {count(length)} characters are stored.
        </span>
      ) : null}
    </span>
  );
}

function firstShown(segments: readonly Segment[], limit: number): number {
  const first = segments.find(({ tone }) => tone !== null);
  return first && first.start + first.text.length > limit ? first.start - LEAD_CHARS : 0;
}

function cut(segment: Segment, start: number, end: number): Segment {
  const from = Math.max(0, start - segment.start);
  const to = Math.max(0, end - segment.start);
  return { ...segment, text: segment.text.slice(from, to) };
}

const SAID = { lost: "lost: ", kept: "kept: " };

/** Matches a very long id. Its chip shows only the start and the end. */
const LONG_ID = /((?=[\w:@.#-]*\d)[\w:@.#-]{29,})/;
const CHIP_CHARS = 24;

function Marked({ segment: { text, tone }, chips }: { segment: Segment; chips: boolean }) {
  if (text === "") return null;
  if (tone === null) {
    return chips
      ? text.split(LONG_ID).map((part, place) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never move
          place % 2 === 1 ? <Id key={place} id={part} limit={CHIP_CHARS} /> : part,
        )
      : text;
  }
  return (
    <mark data-tone={tone}>
      <span className="visually-hidden">{SAID[tone]}</span>
      {text}
    </mark>
  );
}
