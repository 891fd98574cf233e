/**
 * Reads hand-written cases. A case is a small trace with one wrong answer, and names the causes
 * that count as right. Nobody runs the tracer while such a case is written.
 */
import * as z from "zod";
import { buildGraph } from "../../graph/build/build-graph.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { UserError } from "../../local/command-line.ts";
import { readInput } from "../../local/input-file.ts";
import { ERROR_TYPES } from "../../protocol/error-types.ts";
import { TraceEvent } from "../../protocol/events/events.ts";

export const WrittenCase = z.strictObject({
  id: z.string(),
  question: z.string(),
  /** Ref of the variable that has the question. */
  questionRef: z.string(),
  answer: z.string(),
  answerRef: z.string(),
  expected: z.array(z.string()),
  /** Refs of the messages that state the expected answer. */
  evidence: z.array(z.string()),
  /**
   * Maps each acceptable error type to the ids of the operations that count as right. An empty list
   * accepts any operation, and also none.
   */
  causes: z.partialRecord(z.enum(ERROR_TYPES), z.array(z.string())),
  /** Says in one sentence what went wrong. */
  why: z.string(),
  /** The events of the trace in order, without `id`, `graph` and `at`. */
  events: z.array(z.looseObject({ type: z.string() })),
});
export type WrittenCase = z.infer<typeof WrittenCase>;

/** @throws UserError if the file cannot be read, or is not a list of cases */
export async function readWritten(path: string): Promise<WrittenCase[]> {
  const file = await readInput(path);
  if ("refused" in file) throw new UserError(`${path}: ${file.refused}`);
  const read = z.array(WrittenCase).safeParse(jsonOf(path, file.text.toString("utf8")));
  if (!read.success)
    throw new UserError(`${path} is no list of cases.\n${z.prettifyError(read.error)}`);
  return read.data;
}

function jsonOf(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}

const FIRST_EVENT = Date.UTC(2024, 4, 6, 9);
const MILLISECONDS_BETWEEN = 1_000;

/** @throws ZodError if an event is not a valid trace event */
export function graphOf({ id, events }: WrittenCase): EvolutionGraph {
  const complete = events.map((event, index) =>
    TraceEvent.parse({
      ...{ ...event, id: `e${index}`, graph: id },
      at: FIRST_EVENT + index * MILLISECONDS_BETWEEN,
    }),
  );
  return buildGraph(id, complete);
}
