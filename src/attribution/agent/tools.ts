/**
 * Defines the agent's tools. One strategy follows links, the other searches the log. The last tool
 * submits the verdict.
 */
import * as z from "zod/mini";
import type { Tool } from "../../protocol/model.ts";
import type { Catalog } from "./catalog.ts";
import { Frontier, MAX_FOUND_CHARS } from "./frontier.ts";
import type { AgentLimits } from "./limits.ts";
import { inspectLog, searchLog, viewLog } from "./log-search.ts";
import { type VerdictKind, verdictForm } from "./verdict-form.ts";
import { operationsAt, operationView, readValue, rootsView, variableView } from "./views.ts";
import { wholeOperations } from "./whole-operations.ts";

export type Strategy = "graph-walk" | "log-search";

export const SUBMIT = "submit_verdict";

/** The result of a tool. For an invalid call, this object contains an error message. */
type Answer = object;
type Run = (input: unknown) => Answer;

interface Declared {
  readonly tool: Tool;
  readonly run: Run;
}

export interface ToolboxOptions {
  readonly strategy: Strategy;
  /** Ids of the variables that the agent should explore first (see `Frontier`). */
  readonly start: readonly string[];
  readonly limits: AgentLimits;
  readonly verdict: VerdictKind;
}

const Offset = z._default(z.int().check(z.minimum(0)), 0);
const Names = z._default(z.array(z.string()).check(z.maxLength(64)), []);
const Pattern = z
  ._default(z.string(), "")
  .check(z.describe("a regular expression (ECMAScript, case ignored), instead of words"));

export class Toolbox {
  readonly tools: readonly Tool[];
  readonly frontier: Frontier;
  readonly #declared: ReadonlyMap<string, Declared>;

  constructor(catalog: Catalog, { strategy, start, limits, verdict }: ToolboxOptions) {
    this.frontier = new Frontier(catalog, start, limits.waiting);
    const own =
      strategy === "graph-walk"
        ? walkTools(catalog, this.frontier, limits)
        : logTools(catalog, limits);
    const declared = [...own, ...sharedTools(catalog, this.frontier, limits)];
    this.#declared = new Map(declared.map((item) => [item.tool.name, item]));
    this.tools = [
      ...declared.map(({ tool }) => tool),
      {
        name: SUBMIT,
        description: "Ends the investigation with your verdict.",
        parameters: verdictForm(verdict),
      },
    ];
  }

  run(name: string, input: unknown): Answer {
    const declared = this.#declared.get(name);
    if (declared === undefined) return { error: `There is no tool ${name.slice(0, 60)}.` };
    const parsed = z.safeParse(declared.tool.parameters, input ?? {});
    if (!parsed.success) return { error: z.prettifyError(parsed.error) };
    return declared.run(parsed.data);
  }
}

function declare<T extends z.ZodMiniType>(
  name: string,
  description: string,
  parameters: T,
  run: (input: z.infer<T>) => Answer,
): Declared {
  return {
    tool: { name, description, parameters },
    run: (input) => run(parameters.parse(input)),
  };
}

function sharedTools(catalog: Catalog, frontier: Frontier, { pageChars }: AgentLimits): Declared[] {
  return [
    declare(
      "read_value",
      "Reads a page of a variable's value or, with words or a pattern, the passages that match.",
      z.object({
        ...{ variable: z.string(), offset: Offset },
        ...{ words: z._default(z.string(), ""), pattern: Pattern },
      }),
      ({ variable: name, ...how }) => {
        const variable = catalog.variable(name);
        return variable === undefined ? missing(name) : readValue(variable, catalog, how);
      },
    ),
    declare(
      "view_operation",
      "Shows an operation with the beginnings of its inputs, intermediate values and outputs.",
      z.object({ operation: z.string() }),
      ({ operation: name }) => {
        const operation = catalog.operation(name);
        return operation === undefined ? missing(name) : operationView(operation, catalog);
      },
    ),
    declare(
      "read_operation",
      "Reads an operation whole: all its inputs and outputs with their full values, page by page.",
      z.object({ operation: z.string(), offset: Offset }),
      ({ operation: name, offset }) => {
        const operation = catalog.operation(name);
        if (operation === undefined) return missing(name);
        return wholeOperations([operation], catalog, { offset, pageChars });
      },
    ),
    declare(
      "record_finding",
      "Records what you found at a variable or an operation. Findings stay in the state when earlier results are left out.",
      z.object({
        at: z.string().check(z.describe("as V12 or O3")),
        found: z.string().check(z.minLength(1), z.maxLength(MAX_FOUND_CHARS)),
      }),
      ({ at, found }) => {
        const record = catalog.variable(at) ?? catalog.operation(at);
        if (record === undefined) return missing(at);
        frontier.found(record.id, found);
        return { recorded: catalog.nameOf(record.id) };
      },
    ),
  ];
}

function walkTools(catalog: Catalog, frontier: Frontier, { pageChars }: AgentLimits): Declared[] {
  return [
    declare(
      "explore",
      "Shows the operations that wrote and read a variable. By default with the beginnings of their inputs and outputs; with whole, the full values, page by page. Takes the variable off the waiting list.",
      z.object({ variable: z.string(), offset: Offset, whole: z._default(z.boolean(), false) }),
      ({ variable: name, offset, whole }) => {
        const variable = catalog.variable(name);
        if (variable === undefined) return missing(name);
        frontier.explored(variable.id);
        return whole
          ? wholeOperations(operationsAt(variable, catalog), catalog, { offset, pageChars })
          : variableView(variable, catalog, offset);
      },
    ),
    declare(
      "plan",
      "Adds variables to the waiting list, or removes them. The state shows the list; it has a maximum length.",
      z.object({ add: Names, remove: Names }),
      ({ add, remove }) => frontier.change(add, remove),
    ),
    declare(
      "list_roots",
      "Lists the variables that no operation wrote, earliest first: where all information came in.",
      z.object({ offset: Offset }),
      ({ offset }) => rootsView(catalog, offset),
    ),
  ];
}

function logTools(catalog: Catalog, { pageChars }: AgentLimits): Declared[] {
  return [
    declare(
      "inspect_log",
      "Counts the operations by name, and shows the first and last ones.",
      z.object({}),
      () => inspectLog(catalog),
    ),
    declare(
      "search_log",
      "Finds words or a pattern in the texts that operations read and wrote, in execution order.",
      z.object({
        ...{ words: z._default(z.string(), ""), pattern: Pattern },
        from: z._default(z.string(), "O1"),
      }),
      ({ from, ...sought }) =>
        sought.pattern === "" && sought.words.trim() === ""
          ? { error: "Give words or a pattern." }
          : searchLog(catalog, sought, from),
    ),
    declare(
      "view_log",
      "Shows consecutive operations in execution order, starting at one of them.",
      z.object({
        from: z.string(),
        count: z._default(z.int().check(z.minimum(1), z.maximum(50)), 8),
      }),
      (shown) => viewLog(catalog, { ...shown, pageChars }),
    ),
  ];
}

function missing(name: string): Answer {
  return { error: `There is no ${name.slice(0, 60)} in this graph.` };
}
