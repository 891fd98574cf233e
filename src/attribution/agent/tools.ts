/** The agent's tools: it can follow links or search the log, and then submit its verdict. */
import * as z from "zod";
import type { Tool } from "../../protocol/model.ts";
import type { Catalog } from "./catalog.ts";
import { Frontier } from "./frontier.ts";
import { inspectLog, searchLog, viewLog } from "./log-search.ts";
import { VerdictForm } from "./verdict-form.ts";
import { readValue, viewOperation, viewVariable } from "./views.ts";

export type Strategy = "graph-walk" | "log-search";

export const SUBMIT = "submit_verdict";

/** A tool's result; a complaint if the call was invalid. */
type Answer = object;
type Run = (input: unknown) => Answer;

interface Declared {
  readonly tool: Tool;
  readonly run: Run;
}

const Offset = z.number().int().min(0).default(0);
const Names = z.array(z.string()).max(16).default([]);

export class Toolbox {
  readonly tools: readonly Tool[];
  readonly frontier: Frontier;
  readonly #declared: ReadonlyMap<string, Declared>;

  constructor(catalog: Catalog, strategy: Strategy, start: readonly string[]) {
    this.frontier = new Frontier(catalog, start);
    const own = strategy === "graph-walk" ? walkTools(catalog, this.frontier) : logTools(catalog);
    const declared = [...own, ...sharedTools(catalog)];
    this.#declared = new Map(declared.map((item) => [item.tool.name, item]));
    this.tools = [
      ...declared.map(({ tool }) => tool),
      {
        name: SUBMIT,
        description: "Ends the investigation with your verdict.",
        parameters: VerdictForm,
      },
    ];
  }

  run(name: string, input: unknown): Answer {
    const declared = this.#declared.get(name);
    if (declared === undefined) return { error: `There is no tool ${name.slice(0, 60)}.` };
    const parsed = declared.tool.parameters.safeParse(input ?? {});
    if (!parsed.success) return { error: z.prettifyError(parsed.error) };
    return declared.run(parsed.data);
  }
}

function declare<T extends z.ZodType>(
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

function sharedTools(catalog: Catalog): Declared[] {
  return [
    declare(
      "read_value",
      "Reads a variable's value by the page, or, with words, the places where they stand.",
      z.object({ variable: z.string(), offset: Offset, words: z.string().default("") }),
      ({ variable: name, ...how }) => {
        const variable = catalog.variable(name);
        return variable === undefined ? missing(name) : readValue(variable, catalog, how);
      },
    ),
    declare(
      "view_operation",
      "Shows an operation with what it was given, made on the way, and left behind.",
      z.object({ operation: z.string() }),
      ({ operation: name }) => {
        const operation = catalog.operation(name);
        return operation === undefined ? missing(name) : viewOperation(operation, catalog);
      },
    ),
  ];
}

function walkTools(catalog: Catalog, frontier: Frontier): Declared[] {
  return [
    declare(
      "explore",
      "Shows who wrote a variable from what, and who read it and made what of it. Ticks it off the list of what is to be explored.",
      z.object({ variable: z.string(), offset: Offset }),
      ({ variable: name, offset }) => {
        const variable = catalog.variable(name);
        if (variable === undefined) return missing(name);
        frontier.explored(variable.id);
        return viewVariable(variable, catalog, offset);
      },
    ),
    declare(
      "plan",
      "Adds variables to the list of what is to be explored, at most 16 waiting, or takes them off.",
      z.object({ add: Names, remove: Names }),
      ({ add, remove }) => frontier.change(add, remove),
    ),
  ];
}

function logTools(catalog: Catalog): Declared[] {
  return [
    declare(
      "inspect_log",
      "Counts the operations by name and shows the first and the last of them.",
      z.object({}),
      () => inspectLog(catalog),
    ),
    declare(
      "search_log",
      "Finds words in the texts that operations read and wrote, in execution order.",
      z.object({ words: z.string().min(1), from: z.string().default("O1") }),
      ({ words, from }) => searchLog(catalog, words, from),
    ),
    declare(
      "view_log",
      "Shows a stretch of operations in execution order, from one on.",
      z.object({ from: z.string(), count: z.number().int().min(1).max(20).default(8) }),
      ({ from, count }) => viewLog(catalog, from, count),
    ),
  ];
}

function missing(name: string): Answer {
  return { error: `There is no ${name.slice(0, 60)} in this graph.` };
}
