/** `memtrace ask`: asks the project's model about a graph. */
import type { GraphAnswer } from "../../protocol/api/explorer/ask.ts";
import {
  type Command,
  clientOf,
  commandOptions,
  EXIT,
  SERVICE_HELP,
  SERVICE_OPTIONS,
  usageError,
} from "../command.ts";
import type { Terminal } from "../terminal.ts";
import { entryLines } from "../text/entry-lines.ts";
import { harmless, oneLine } from "../text/shown-text.ts";

export const ask: Command = {
  usage: 'GRAPH "QUESTION" [options]',
  summary: "ask the project's model about a graph; its answer cites records",
  help: `The model in the project's settings reads the graph with tools and answers the question. The answer can
be wrong, so check the records that it cites. The cost counts toward the project's spending limit.

${SERVICE_HELP}

The key needs the scope write.`,
  page: "mcp#ask-a-graph",
  async run(args, terminal) {
    const { values, positionals } = commandOptions("ask", SERVICE_OPTIONS, args);
    const [graph, question, ...rest] = positionals;
    if (!graph || !question?.trim()) throw usageError("ask", "Name a graph, then a question.");
    if (rest[0] !== undefined) {
      throw usageError(
        "ask",
        `Unexpected argument ${rest[0]}: put the question in quotation marks.`,
      );
    }
    const api = clientOf("ask", values, terminal);
    const answer = await api.call(
      "POST /graphs/{graph}/ask",
      { params: { graph }, body: { question } },
      { isRepeatable: true },
    );
    if (values.json) terminal.printJson(answer);
    else terminal.print(answerText(answer, terminal));
    return EXIT.done;
  },
};

function answerText(
  { answer, citations, steps, model, spent }: GraphAnswer,
  terminal: Terminal,
): string {
  const entries: [string, string][] = [
    ...citations.map(({ kind, id, text }): [string, string] => [
      kind,
      `${oneLine(id)}: ${oneLine(text)}`,
    ]),
    ["model", `${oneLine(model)}, ${stepCount(steps.length)}, $${spent.usd.toFixed(4)}`],
  ];
  return `${harmless(answer)}\n\n${entryLines(entries, terminal)}`;
}

const stepCount = (steps: number) => (steps === 1 ? "1 step" : `${steps} steps`);
