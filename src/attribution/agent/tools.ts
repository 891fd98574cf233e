/** The agent's tools: it can follow links or search the log, and then submit its verdict. */
import * as z from "zod/mini";
import type { Tool } from "../../protocol/model.ts";
import type { Catalog } from "./catalog.ts";
import { Frontier } from "./frontier.ts";
import { inspectLog, searchLog, viewLog } from "./log-search.ts";
import { VerdictForm } from "./verdict-form.ts";
import { operationView, readValue, variableView } from "./views.ts";

export type Strategy = "graph-walk" | "log-search";

export const SUBMIT = "submit_verdict";

/** A tool's result; a complaint if the call was invalid. */
type Answer = object;
type Run = (input: unknown) => Answer;

interface Declared {
  readonly tool: Tool;
  readonly run: Run;
}

const Offset = z._default(z.int().check(z.minimum(0)), 0);
const Names = z._default(z.array(z.string()).check(z.maxLength(16)), []);

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

function sharedTools(catalog: Catalog): Declared[] {
  return [
    declare(
      "read_value",
      "Reads a page of a variable's value or, with words, the passages that contain them.",
      z.object({ variable: z.string(), offset: Offset, words: z._default(z.string(), "") }),
      ({ variable: name, ...how }) => {
        const variable = catalog.variable(name);
        return variable === undefined ? missing(name) : readValue(variable, catalog, how);
      },
    ),
    declare(
      "view_operation",
      "Shows an operation with its inputs, intermediate values and outputs.",
      z.object({ operation: z.string() }),
      ({ operation: name }) => {
        const operation = catalog.operation(name);
        return operation === undefined ? missing(name) : operationView(operation, catalog);
      },
    ),
  ];
}

function walkTools(catalog: Catalog, frontier: Frontier): Declared[] {
  return [
    declare(
      "explore",
      "Shows the operations that wrote and read a variable, with their inputs and outputs. Takes the variable off the waiting list.",
      z.object({ variable: z.string(), offset: Offset }),
      ({ variable: name, offset }) => {
        const variable = catalog.variable(name);
        if (variable === undefined) return missing(name);
        frontier.explored(variable.id);
        return variableView(variable, catalog, offset);
      },
    ),
    declare(
      "plan",
      "Adds variables to the waiting list (at most 16), or removes them.",
      z.object({ add: Names, remove: Names }),
      ({ add, remove }) => frontier.change(add, remove),
    ),
  ];
}

function logTools(catalog: Catalog): Declared[] {
  return [
    declare(
      "inspect_log",
      "Counts the operations by name, and shows the first and last ones.",
      z.object({}),
      () => inspectLog(catalog),
    ),
    declare(
      "search_log",
      "Finds words in the texts that operations read and wrote, in execution order.",
      z.object({ words: z.string().check(z.minLength(1)), from: z._default(z.string(), "O1") }),
      ({ words, from }) => searchLog(catalog, words, from),
    ),
    declare(
      "view_log",
      "Shows consecutive operations in execution order, starting at one of them.",
      z.object({
        from: z.string(),
        count: z._default(z.int().check(z.minimum(1), z.maximum(20)), 8),
      }),
      ({ from, count }) => viewLog(catalog, from, count),
    ),
  ];
}

function missing(name: string): Answer {
  return { error: `There is no ${name.slice(0, 60)} in this graph.` };
}
