import type { Transcript, TranscriptStep } from "../protocol/api/transcript.ts";

/**
 * Maximum number of characters in the transcript's JSON. A character has at most three bytes in
 * UTF-8, so the transcript stays below D1's limit of 2 MB for a row.
 */
const MAX_TRANSCRIPT_CHARS = 400_000;
/** Long texts of early steps are cut to this number of characters. */
const SHORT_CHARS = 200;

/**
 * Returns a transcript that fits into one database row. If it is too long, the texts of the
 * earliest steps are shortened first. If that is not enough, the earliest steps are left out.
 */
export function boundedTranscript(steps: readonly TranscriptStep[]): Transcript {
  const kept = [...steps];
  const sizes = kept.map(sizeOf);
  let size = sizes.reduce((sum, each) => sum + each, 0);
  for (const [index, step] of kept.entries()) {
    if (size <= MAX_TRANSCRIPT_CHARS) break;
    const short = shortened(step);
    const shortSize = sizeOf(short);
    size -= (sizes[index] ?? 0) - shortSize;
    kept[index] = short;
    sizes[index] = shortSize;
  }
  let leftOut = 0;
  while (size > MAX_TRANSCRIPT_CHARS && leftOut < kept.length) {
    size -= sizes[leftOut] ?? 0;
    leftOut += 1;
  }
  return { steps: kept.slice(leftOut), leftOut };
}

function sizeOf(step: TranscriptStep): number {
  return JSON.stringify(step).length;
}

function shortened(step: TranscriptStep): TranscriptStep {
  if (step.by === "oracle") return { ...step, text: cutText(step.text, SHORT_CHARS) };
  const calls = step.calls.map(({ tool, input, result }) => ({
    ...{ tool, input: cutText(input, SHORT_CHARS), result: cutText(result, SHORT_CHARS) },
  }));
  return { ...step, text: cutText(step.text, SHORT_CHARS), calls };
}

export function cutText(text: string, chars: number): string {
  return text.length <= chars ? text : `${text.slice(0, chars).toWellFormed()}…`;
}
