/** `memtrace impact`: lists the right answers that a deletion or a new prompt could break. */
import type { ImpactedAnswer, ImpactPage } from "../../protocol/api/explorer/impact.ts";
import {
  type Command,
  clientOf,
  commandOptions,
  EXIT,
  noArguments,
  onlyArgument,
  SERVICE_HELP,
  SERVICE_OPTIONS,
  usageError,
} from "../command.ts";
import type { Terminal } from "../terminal.ts";
import { oneLine, wrapped } from "../text/shown-text.ts";

const OPTIONS = {
  ...SERVICE_OPTIONS,
  graph: { type: "string" },
  user: { type: "string" },
  prompt: { type: "string" },
  "fail-over": { type: "string" },
} as const;

export const impact: Command = {
  usage: "VARIABLE --graph GRAPH | --user ID | --prompt NAME@VERSION [options]",
  summary: "list the right answers that a deletion or a new prompt may break",
  help: `Lists past right answers. A fact of each listed answer passed through the memory unit or message,
through a message of the end user's graphs, or through an operation that read the prompt version. The
command changes nothing.

  --graph GRAPH      the graph that contains VARIABLE. VARIABLE is an id such as unit-1@2, or a name
                     for all versions
  --user ID          check the messages of the graphs that name this end user
  --prompt NAME@V    check version V of this prompt
  --fail-over N      exit with 1 if the command lists more than N right answers
${SERVICE_HELP}

The key needs the scope read.`,
  page: "impact",
  async run(args, terminal) {
    const { values, positionals } = commandOptions("impact", OPTIONS, args);
    const pageAt = pagesOf(values, positionals, terminal);
    const limit = limitOf(values["fail-over"]);
    const found: ImpactedAnswer[] = [];
    let [checked, unfollowed, total] = [0, 0, 0];
    let cursor: string | undefined;
    do {
      const { items, progress, next } = await pageAt(cursor);
      found.push(...items);
      checked += progress.checked;
      unfollowed += progress.unfollowed;
      total = progress.total;
      terminal.progress(`checked ${checked} of ${total} right answers`);
      cursor = next ?? undefined;
    } while (cursor !== undefined);
    const only = found.filter(({ isOnly }) => isOnly).length;
    if (values.json) {
      terminal.printJson({ checked, unfollowed, resting: found.length, only, answers: found });
    } else {
      for (const answer of found) terminal.print(textOf(answer, terminal));
      terminal.note(
        `${found.length} of ${checked} right answers depend on ${recordOf(values)}; ${only} of them with no other path to the fact. ${unfollowed} answers could not be checked.`,
      );
    }
    if (limit === undefined || found.length <= limit) return EXIT.done;
    terminal.note(`${found.length} right answers are more than --fail-over ${limit} allows.`);
    return EXIT.refused;
  },
};

interface Asked {
  readonly graph?: string | undefined;
  readonly user?: string | undefined;
  readonly prompt?: string | undefined;
}

function recordOf({ user, prompt }: Asked): string {
  if (user !== undefined) return "these messages";
  return prompt === undefined ? "this value" : "this prompt version";
}

/** Throws unless the user gave exactly one of the three options. */
function pagesOf(
  values: Asked & Parameters<typeof clientOf>[1],
  positionals: readonly string[],
  terminal: Terminal,
): (cursor: string | undefined) => Promise<ImpactPage> {
  const { graph, user, prompt } = values;
  const given = [graph, user, prompt].filter((value) => value !== undefined);
  if (given.length !== 1) throw usageError("impact", "Give one of --graph, --user and --prompt.");
  if (graph !== undefined) {
    const variable = onlyArgument("impact", "a memory unit or message", positionals);
    const api = clientOf("impact", values, terminal);
    const params = { graph, variable };
    return (cursor) =>
      api.call("GET /graphs/{graph}/impact/{variable}", { params, query: { cursor } });
  }
  noArguments("impact", positionals);
  const selection = user === undefined ? promptOf(prompt ?? "") : { user };
  const api = clientOf("impact", values, terminal);
  return (cursor) => api.call("GET /impact", { query: { ...selection, cursor } });
}

function promptOf(given: string) {
  const [, prompt, version] = given.match(/^(.+)@([1-9]\d*)$/s) ?? [];
  if (prompt === undefined) {
    throw usageError("impact", `--prompt is ${given}; give a version too, such as extract@3.`);
  }
  return { prompt, promptVersion: Number(version) };
}

function limitOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw usageError("impact", `--fail-over is ${text}; give a whole number.`);
}

function textOf(answer: ImpactedAnswer, terminal: Terminal): string {
  const { graph, query, prediction, facts, isOnly, path } = answer;
  const way = path.map(({ variable, opName }) => [variable, opName ?? []].flat().join(" → "));
  const lines = [
    `“${oneLine(query)}” was answered “${oneLine(prediction)}” (${oneLine(graph)})`,
    `fact: ${facts.map(oneLine).join("; ")}${isOnly ? "" : " (another path leads to the fact)"}`,
    `path: ${way.map(oneLine).join(" → ")}`,
  ];
  return lines
    .flatMap((line) => wrapped(line, Math.max(20, terminal.columns)))
    .join("\n")
    .concat("\n");
}
