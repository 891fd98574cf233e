/** The options of the published method (arXiv 2605.28732). */
import { oneOf, UsageError } from "../../local/command-line.ts";
import { count } from "../options.ts";

export const PUBLISHED_METHODS = ["graph-search", "log-search"] as const;
export type PublishedMethod = (typeof PUBLISHED_METHODS)[number];

const STARTS = ["none", "given", "sparse", "dense", "hybrid"] as const;

export interface PublishedOptions {
  /**
   * Where the graph search starts:
   * - `none`: the agent gets no starting point
   * - `given`: at the evidence in the annotation
   * - `sparse`, `dense`, `hybrid`: at messages that are found by words, by meaning, or by both
   */
  readonly start: (typeof STARTS)[number];
  /** Number of starting points that the search returns. */
  readonly k: number;
  /**
   * If true, the agent's prompt describes the memory system. An unknown system gets no description.
   */
  readonly prior: boolean;
  readonly steps: number;
  readonly contextTokens: number;
  /**
   * Maximum number of variables on the waiting list: the variables that the graph search visits
   * next.
   */
  readonly waiting: number;
}

/** Default values from the publication. */
export const PUBLISHED_DEFAULTS: Readonly<Record<PublishedMethod, PublishedOptions>> = {
  "graph-search": {
    ...{ start: "hybrid", k: 8, prior: false },
    ...{ steps: 200, contextTokens: 272_000, waiting: 16 },
  },
  "log-search": {
    ...{ start: "none", k: 0, prior: false },
    ...{ steps: 200, contextTokens: 272_000, waiting: 0 },
  },
};

export const PUBLISHED_HELP = `  --method graph-search|log-search
                           the published method: an agent that starts without the tracer's findings
                           and names an error of the memory. It follows the links, or reads the log
  --start WHERE            graph-search: begin with no message (none), the annotated evidence (given),
                           or messages found by words (sparse), embeddings (dense) or both (hybrid)
  --k N                    graph-search: how many messages are found (8)
  --prior                  graph-search: tell the agent how a known memory system works
  --waiting N              graph-search: maximum variables on the waiting list (16)
  --steps N                graph-search, log-search: maximum answers of the model for a case (200)
  --context N              graph-search, log-search: leave out earlier results above N tokens (272000)`;

export const PUBLISHED_FLAGS = {
  start: { type: "string" },
  k: { type: "string" },
  prior: { type: "boolean", default: false },
  waiting: { type: "string" },
  steps: { type: "string" },
  context: { type: "string" },
} as const;

export interface PublishedGiven {
  readonly start?: string | undefined;
  readonly k?: string | undefined;
  readonly prior: boolean;
  readonly waiting?: string | undefined;
  readonly steps?: string | undefined;
  readonly context?: string | undefined;
}

const OF_GRAPH_SEARCH = ["start", "k", "prior", "waiting"] as const;
const OF_BOTH = ["steps", "context"] as const;

/**
 * Returns undefined if no published method was chosen.
 * @throws UsageError if an option of a published method was given with another method
 */
export function publishedOptions(
  published: PublishedMethod | undefined,
  given: PublishedGiven,
  evidence: "given" | "found",
): PublishedOptions | undefined {
  const isGiven = (name: keyof PublishedGiven) =>
    given[name] !== undefined && given[name] !== false;
  const foreign = [
    ...(published === "graph-search" ? [] : OF_GRAPH_SEARCH),
    ...(published === undefined ? OF_BOTH : []),
  ].find(isGiven);
  if (foreign !== undefined) {
    const of = OF_BOTH.some((name) => name === foreign)
      ? "--method graph-search or log-search"
      : "--method graph-search";
    throw new UsageError(`--${foreign} is for ${of}; give that too.`);
  }
  if (published === undefined) return undefined;
  const usual = PUBLISHED_DEFAULTS[published];
  const start = given.start === undefined ? usual.start : oneOf("--start", given.start, STARTS);
  if (start === "given" && evidence === "found") {
    throw new UsageError("--start given uses the annotated evidence; leave out --evidence found.");
  }
  return {
    ...{ start, prior: given.prior },
    k: count("--k", given.k, usual.k),
    waiting: count("--waiting", given.waiting, usual.waiting),
    steps: count("--steps", given.steps, usual.steps),
    contextTokens: count("--context", given.context, usual.contextTokens),
  };
}
