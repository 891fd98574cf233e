/** Cuts a text into segments, so that the words that matter can be marked without any markup. */
export type Tone = "lost" | "kept";

export interface Segment {
  readonly text: string;
  /** Where the segment starts in the text. */
  readonly start: number;
  readonly tone: Tone | null;
}

export interface Marks {
  readonly lost?: readonly string[];
  readonly kept?: readonly string[];
}

/** Whole words only, in any case; where two marks overlap the longer one counts. */
export function markWords(text: string, { lost = [], kept = [] }: Marks): Segment[] {
  const tones = new Map<string, Tone>();
  for (const word of kept) tones.set(word.trim().toLowerCase(), "kept");
  for (const word of lost) tones.set(word.trim().toLowerCase(), "lost");
  tones.delete("");
  if (tones.size === 0) return [{ text, start: 0, tone: null }];
  const words = [...tones.keys()].sort((a, b) => b.length - a.length).map(asPattern);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join("|")})(?![\\p{L}\\p{N}])`, "giu");
  const segments: Segment[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) {
      segments.push({ text: text.slice(end, match.index), start: end, tone: null });
    }
    const tone = tones.get(match[0].replace(/\s+/g, " ").toLowerCase()) ?? null;
    segments.push({ text: match[0], start: match.index, tone });
    end = match.index + match[0].length;
  }
  if (end < text.length) segments.push({ text: text.slice(end), start: end, tone: null });
  return segments;
}

function asPattern(word: string): string {
  return word
    .split(/\s+/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&"))
    .join("\\s+");
}
