import * as z from "zod";
import { Page } from "../api/api.ts";
import { Flow, FlowQuery } from "../api/explorer/flow.ts";
import { MadeOf } from "../api/explorer/made-of.ts";
import {
  GraphSession,
  GraphSessionsQuery,
  PartFigures,
  PartParam,
  PartQuery,
  PartRecord,
} from "../api/graph-parts.ts";
import {
  BlameSpanView,
  DifferenceQuery,
  DifferenceView,
  GraphWarningView,
  RenderQuery,
  SearchGraphQuery,
  SearchHitView,
  StoredUnit,
  StoreQuery,
  VersionView,
  WalkQuery,
  WalkStep,
} from "../api/graph-queries.ts";
import { GraphTokens } from "../api/insights/tokens.ts";
import { MAX_RENDERED, MAX_RENDERED_CHARS } from "../limits.ts";
import { declare, json, PageQuery, UNCHANGED } from "./declaration.ts";

const GraphParam = z.object({ graph: z.string() });

const VariableParam = GraphParam.extend({ variable: z.string() });

const tags = ["Graph queries"];

export const takeWalk = declare("read", ["not_found"], {
  method: "get",
  path: "/graphs/{graph}/walk/{variable}",
  tags,
  summary: "Follow the links from a variable",
  description:
    'Walks breadth first to the variables from which this variable was made, or to the variables that were made from it. If very many links enter a variable, the answer lists only the first links: `part?of={"part":"writers","variable":…}` lists all of them.',
  request: { params: VariableParam, query: WalkQuery.extend(PageQuery.shape) },
  responses: { 200: json(Page(WalkStep), "One page of the walk."), ...UNCHANGED },
});

export const searchRecords = declare("read", ["not_found"], {
  method: "get",
  path: "/graphs/{graph}/search",
  tags,
  summary: "Search a graph's records",
  description:
    "By text or by a regular expression (ECMAScript, without backreferences and look-around) and by filters. The work per page is limited, so a page may be short or even empty although another page follows.",
  request: { params: GraphParam, query: SearchGraphQuery.extend(PageQuery.shape) },
  responses: { 200: json(Page(SearchHitView), "One page of results."), ...UNCHANGED },
});

export const listVersions = declare("read", ["not_found"], {
  method: "get",
  path: "/graphs/{graph}/versions/{name}",
  tags,
  summary: "Show the life of a name",
  description:
    '`name` is a full name: `class:name`, or `name` without a class. If a version has very many operations, the answer lists only the first operations: `part?kinds=operation&of={"part":"around","variable":…}` lists all of them.',
  request: { params: GraphParam.extend({ name: z.string() }), query: PageQuery },
  responses: { 200: json(Page(VersionView), "Its versions, oldest first."), ...UNCHANGED },
});

export const showStore = declare("read", ["not_found"], {
  method: "get",
  path: "/graphs/{graph}/store",
  tags,
  summary: "Show the memory store at a moment",
  request: { params: GraphParam, query: StoreQuery.extend(PageQuery.shape) },
  responses: { 200: json(Page(StoredUnit), "The units in the store."), ...UNCHANGED },
});

export const showFlow = declare("read", ["not_found", "too_costly"], {
  method: "get",
  path: "/graphs/{graph}/flow",
  tags,
  summary: "Show a graph over time: sessions, messages, and the life spans of memory units",
  description:
    "Returns what a program needs to draw a time range. The answer lists a limited number of marks, even for a very large graph. The other marks are counted per bin of the range. A shorter range lists more marks.",
  request: { params: GraphParam, query: FlowQuery },
  responses: { 200: json(Flow, "The flow in the time range."), ...UNCHANGED },
});

export const showMadeOf = declare("read", ["not_found", "too_costly"], {
  method: "get",
  path: "/graphs/{graph}/made-of/{variable}",
  tags,
  summary: "Show what was made from a message",
  description:
    "Shows every step after the variable, up to the memory units and answers that it reached. Also shows values that no step read, and words that no reached unit states. If there are very many values, the answer lists only the nearest; `walk` lists all.",
  request: { params: VariableParam },
  responses: { 200: json(MadeOf, "The variables, operations and links."), ...UNCHANGED },
});

export const blameVariable = declare("read", ["not_found", "too_costly"], {
  method: "get",
  path: "/graphs/{graph}/blame/{variable}",
  tags,
  summary: "Show the source of each span of a value",
  request: { params: VariableParam, query: PageQuery },
  responses: {
    200: json(Page(BlameSpanView), "One page of the spans, without gaps between them."),
    ...UNCHANGED,
  },
});

export const showDifferences = declare("read", ["not_found", "too_costly"], {
  method: "get",
  path: "/graphs/{graph}/diff",
  tags,
  summary: "Compare two versions, two moments of the store, or two graphs",
  request: { params: GraphParam, query: DifferenceQuery.extend(PageQuery.shape) },
  responses: { 200: json(Page(DifferenceView), "The differences."), ...UNCHANGED },
});

export const renderText = declare("read", ["not_found", "too_costly"], {
  method: "get",
  path: "/graphs/{graph}/render",
  tags,
  summary: "Render a graph or a walk as text for a model",
  description: `At most ${MAX_RENDERED.variables} variables, ${MAX_RENDERED.links} links, ${MAX_RENDERED.operations} operations and ${MAX_RENDERED_CHARS} characters of their texts.`,
  request: { params: GraphParam, query: RenderQuery.extend({ of: PartParam }) },
  responses: {
    200: {
      description:
        "The text. Content of the trace is escaped, so it cannot add or end XML elements.",
      content: {
        "text/markdown": { schema: z.string() },
        "application/xml": { schema: z.string() },
      },
    },
    ...UNCHANGED,
  },
});

const PARTS = `Parts, each a JSON object:

- \`{"part":"whole"}\`
- \`{"part":"variables","ids":[…]}\`: these variables and the links between them
- \`{"part":"operations","ids":[…]}\`: the links of these operations with both ends
- \`{"part":"walk","variable":…}\`: the records that a walk reaches, with \`direction\` (\`forward\`, \`backward\`, \`both\`), \`maxDepth\`, \`from\`, \`to\`, \`categories\`, \`sessions\`, \`operations\`, \`siblingInputs\`
- \`{"part":"around","variable":…}\`: the links that enter or leave it
- \`{"part":"writers","variable":…}\`: the links that enter it; with \`category\`, those of the category
- \`{"part":"children","variable":…}\`: the writers of each variable made directly from it
- \`{"part":"filter","of":PART}\`: its variables that pass \`from\`, \`to\`, \`categories\`, \`sessions\` (with \`"outside":true\`, those that do not) and the links between them
- \`{"part":"union","of":[PART,…]}\`, \`intersection\`: of all these
- \`{"part":"difference","of":[PART,PART]}\`, \`symmetricDifference\``;

export const selectPart = declare("read", ["not_found"], {
  method: "get",
  path: "/graphs/{graph}/part",
  tags,
  summary: "Select a part of a graph, or compare it with another",
  description: PARTS,
  request: { params: GraphParam, query: PartQuery.extend(PageQuery.shape) },
  responses: {
    200: json(Page(PartRecord).extend({ figures: PartFigures }), "One page of its records."),
    ...UNCHANGED,
  },
});

export const listSessions = declare("read", ["not_found"], {
  method: "get",
  path: "/graphs/{graph}/sessions",
  tags,
  summary: "List the sessions of a graph, or those of a variable's ancestors or descendants",
  request: { params: GraphParam, query: GraphSessionsQuery.extend(PageQuery.shape) },
  responses: { 200: json(Page(GraphSession), "In the graph's order."), ...UNCHANGED },
});

export const listWarnings = declare("read", ["not_found"], {
  method: "get",
  path: "/graphs/{graph}/warnings",
  tags,
  summary: "List problems of a graph's recording, and what to do about them",
  description: "Conflicting values, undeclared changes, and events that wait for others.",
  request: { params: GraphParam, query: PageQuery },
  responses: {
    200: json(Page(GraphWarningView), "One page; empty without problems."),
    ...UNCHANGED,
  },
});

export const showTokens = declare("read", ["not_found", "too_costly"], {
  method: "get",
  path: "/graphs/{graph}/tokens",
  tags,
  summary: "Sum the tokens of a graph's model calls",
  description:
    "Tokens that operations report (`usage` in their metadata, or the attributes of a span). An operation does not count if one inside it reports tokens, because agents report the sum of their calls. The costs follow from the prices of `PUT /v1/project/prices` at the time of the request.",
  request: { params: GraphParam },
  responses: {
    200: json(GraphTokens, "The sums; 0 if nothing is reported."),
    ...UNCHANGED,
  },
});
