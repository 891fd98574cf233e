/** Requests and answers of the HTTP API, except events. Ids are opaque text; times are ISO 8601. */
import * as z from "zod";
import { filterId, filterWords, idText, listOf, spokenText } from "../bounded-inputs.ts";
import { ErrorType, Outcome, SubKind } from "../error-type-schema.ts";
import { MAX_EVIDENCE, MAX_EXPECTED } from "../limits.ts";
import { SCOPES } from "../people/roles.ts";
import { AnswerCorrection } from "./annotation/corrections.ts";
import { AgreementFilter, Label, LabelState } from "./annotation/labels.ts";
import { Attribution } from "./attribution.ts";
import { TokenUsage } from "./insights/tokens.ts";
import { ReplayOutcome } from "./replays.ts";

const Time = z.iso.datetime();
const Count = z.number().int().min(0);

/* ---- ingest ---- */

export const EventRejection = z.object({
  index: Count.describe("position of the event in the batch, from 0"),
  code: z.enum(["invalid_event", "unknown_type", "self_link", "value_missing"]),
  message: z.string().describe("names the field, and says what to do"),
});
export const EventCut = z.object({
  index: Count,
  field: z.string(),
  length: Count.describe("original length in characters"),
});
const Repeated = z
  .literal(true)
  .optional()
  .describe(
    "true for a repeated request: it changed nothing, and the counts are those of the first request",
  );

export const IngestAnswer = z
  .object({
    accepted: Count,
    duplicates: Count.describe("number of events whose id was already known; they change nothing"),
    repeated: Repeated,
    rejected: z.array(EventRejection),
    cut: z.array(EventCut).describe("values over the limit: cut at the limit and marked"),
    message: z
      .string()
      .optional()
      .describe("present if the SDK is older than the service supports; the SDK prints it once"),
  })
  .meta({ id: "IngestAnswer" });

export const ImportAnswer = z
  .object({
    graph: z.string(),
    events: Count,
    duplicates: Count,
    repeated: Repeated,
    cut: Count.describe(
      "texts over their limit, cut and marked; also NaN and Infinity, read as null",
    ),
    redated: Count.optional().describe(
      "records whose time contradicts the order of their list. They get the time of the previous record; an export contains their original time",
    ),
    cases: Count.describe("cases opened from annotations"),
  })
  .meta({ id: "ImportAnswer" });

/* ---- graphs ---- */

export const GraphSummary = z
  .object({
    id: z.string(),
    user: z.string().nullable(),
    system: z.string().nullable(),
    createdAt: Time,
    updatedAt: Time,
    sessions: Count,
    operations: Count,
    variables: Count.describe(
      "number of recorded values, before equal values are merged into versions",
    ),
    links: Count,
    cases: Count,
    replayed: z
      .string()
      .nullable()
      .describe("the recorded graph that this graph replays; null for a recorded graph"),
    isExamined: z
      .boolean()
      .describe(
        "true after the whole graph was searched for wrong answers; until then, more cases may follow",
      ),
    isGivenUp: z
      .boolean()
      .describe(
        "true if the search for wrong answers was given up because no attempt completed; `POST /graphs/{graph}/examine` and new events repeat it",
      ),
  })
  .meta({ id: "GraphSummary" });

export const UserDeletion = z
  .object({
    graphs: Count.describe("graphs of the user that this request deleted"),
    isComplete: z
      .boolean()
      .describe("true if no graph of the user remains; if false, send the request again"),
    receipt: z
      .string()
      .describe("id of the signed receipt that lists the data that this request deleted"),
  })
  .meta({ id: "UserDeletion" });

export const VariableView = z.object({
  id: z.string(),
  name: z.string(),
  className: z.string().nullable(),
  version: Count,
  category: z.string().nullable(),
  comment: z.string().nullable(),
  session: z.string().nullable(),
  at: Time,
  value: z.string(),
  length: Count.describe("original length in characters, even if the value was cut"),
  /** Id of the version that the operation replaced. */
  previousId: z.string().nullable(),
});
const LinkView = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  category: z.string().nullable(),
  comment: z.string().nullable(),
});
/**
 * Maximum length of each list (inputs, intermediates, outputs, links) in the answer about one
 * operation.
 */
export const MAX_LISTED_ENDS = 200;
/** Maximum characters of all listed values of an operation. */
export const MAX_OPERATION_CHARS = 1_000_000;

export const OperationView = z
  .object({
    id: z.string(),
    name: z.string(),
    category: z.string().nullable(),
    comment: z.string().nullable(),
    session: z.string().nullable(),
    status: z.enum(["running", "ok", "error"]).nullable(),
    error: z.string().nullable(),
    at: Time,
    startedAt: Time.nullable(),
    endedAt: Time.nullable(),
    tokens: TokenUsage.nullable().describe(
      "tokens of a model call; null if the operation reports no tokens",
    ),
    model: z.string().nullable().describe("the model that the operation names"),
    inputs: z.array(z.string()).describe(`ids of the first ${MAX_LISTED_ENDS} variables`),
    intermediates: z.array(z.string()),
    outputs: z.array(z.string()),
    variables: z
      .array(VariableView)
      .describe(
        `the variables with these ids; ${MAX_OPERATION_CHARS} characters are divided evenly among their values`,
      ),
    links: z.array(LinkView).describe(`the first ${MAX_LISTED_ENDS} links of the operation`),
    counts: z
      .object({ inputs: Count, intermediates: Count, outputs: Count, links: Count })
      .describe("total numbers, even if only the first variables and links are listed"),
  })
  .meta({ id: "Operation" });

/* ---- cases ---- */

export const CaseState = z.enum(["queued", "running", "done", "failed"]);
export const CaseOrigin = z.enum(["verdict", "judge", "api", "import", "correction", "model"]);

export const CaseSummary = z.object({
  id: z.string(),
  graph: z.string(),
  system: z.string().nullable(),
  sessionCategory: z.string().nullable(),
  origin: CaseOrigin.describe(
    "the source that opened the case; `correction`: a later message of the user; `model`: the project's model as a judge",
  ),
  query: z.string(),
  expected: z
    .array(z.string())
    .describe("after a decision on an inferred answer: the answer that people confirmed"),
  prediction: z.string(),
  occurredAt: Time.describe("when the question was answered"),
  createdAt: Time,
  state: CaseState,
  outcome: Outcome.nullable().describe("null until there is a verdict"),
  errorType: ErrorType.nullable().describe(
    "this field and the next four are null if the case is undecided",
  ),
  subKind: SubKind.nullable().describe(
    "how the operation failed, within the error type; null if the trace does not show it",
  ),
  op: z.string().nullable(),
  opName: z.string().nullable(),
  confidence: z.number().nullable(),
  agreement: z
    .boolean()
    .nullable()
    .describe(
      "whether the label that counts agrees with the verdict; null if no label counts or the verdict is undecided",
    ),
  labelState: LabelState.describe(
    "`agreed` and `disputed` compare the labels of all authors; an adjudication ends a dispute",
  ),
  labelledBy: Count.describe("number of people, keys and files that have labelled the case"),
  proof: ReplayOutcome.nullable().describe(
    "outcome of the verdict's replays; null without a replay",
  ),
});

export const Case = CaseSummary.extend({
  queryId: z.string().nullable(),
  predictionId: z.string().nullable(),
  evidence: z.array(z.string()).describe("ids of the variables given as evidence"),
  judgeReason: z.string().nullable(),
  correction: AnswerCorrection.nullable().describe(
    "the user's later message that corrects the answer; the expected answer may be inferred from it",
  ),
  decisions: Count.describe("number of people's decisions on an inferred answer"),
  failure: z.string().nullable().describe("why attribution failed, if state is failed"),
  attribution: Attribution.nullable(),
  attributedAt: Time.nullable(),
  label: Label.nullable().describe("the label that counts; null if people differ"),
}).meta({ id: "Case" });

export const OpenCase = z
  .object({
    graph: idText.min(1),
    query: spokenText.min(1),
    queryId: idText
      .optional()
      .describe("variable id of the query, if the graph contains the query"),
    prediction: spokenText,
    predictionId: idText.optional(),
    expected: listOf(spokenText, MAX_EXPECTED).default([]),
    evidence: listOf(idText, MAX_EVIDENCE)
      .default([])
      .describe("variable ids of the messages that contain the answer"),
    reason: spokenText.optional().describe("the judge's own words"),
  })
  .meta({ id: "OpenCase" });

export const Page = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    next: z.string().nullable().describe("pass as `cursor` for the next page"),
  });

export const CaseCount = z.object({ cases: Count, isMore: z.boolean() });

/** Filters of the overview, the case list and reports. */
export const CaseFilter = z.object({
  from: Time.optional(),
  to: Time.optional(),
  outcome: Outcome.optional(),
  errorType: ErrorType.optional(),
  subKind: SubKind.optional().describe("how the decisive operation failed, such as `ranked out`"),
  opName: filterId.optional(),
  system: filterId.optional(),
  sessionCategory: filterId.optional(),
  graph: filterId.optional(),
  user: filterId.optional().describe("only cases of graphs that name this end user"),
  state: CaseState.optional(),
  proof: ReplayOutcome.optional(),
  finding: filterId.optional().describe("only cases of this finding"),
  shift: filterId.optional().describe("only cases behind this shift"),
  dataset: filterId
    .optional()
    .describe(
      "id or name of a dataset: only cases from which its items were made, and cases of its experiments",
    ),
  experiment: filterId.optional().describe("only cases of graphs that this experiment recorded"),
  labelled: z
    .enum(["true", "false"])
    .optional()
    .describe("`true`: only cases with a label; `false`: only cases without a label"),
  agreement: AgreementFilter.optional().describe(
    "`agrees` or `differs`: how the label that counts compares with the verdict; `disputed`: people's labels differ",
  ),
  author: filterId
    .optional()
    .describe("`id` of an author: only cases that this author has labelled"),
  search: filterWords
    .optional()
    .describe("words in the question, the expected answer or the given answer"),
  prompt: filterId.optional().describe("id or name of a prompt behind the decisive operation"),
  promptVersion: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe("version of the prompt in `prompt`"),
});

/* ---- keys, projects ---- */

export const Scope = z.enum(SCOPES);
export type Scope = z.infer<typeof Scope>;

export const Key = z
  .object({
    id: z.string(),
    name: z.string(),
    hint: z.string().describe("beginning and end of the key"),
    creator: z
      .string()
      .nullable()
      .describe("the person who created the key, directly or with another key; null if unknown"),
    scopes: z.array(Scope),
    createdAt: Time,
    expiresAt: Time.nullable(),
    revokedAt: Time.nullable(),
    lastUsedAt: Time.nullable().describe("exact to the hour"),
  })
  .meta({ id: "Key" });
export const CreateKey = z
  .object({
    name: z.string().min(1).max(100),
    scopes: listOf(Scope, SCOPES.length).min(1).default(["ingest", "read"]),
    expiresAt: Time.nullable().default(null),
  })
  .meta({ id: "CreateKey" });
export const KeyWithSecret = Key.extend({
  key: z.string().describe("mt_live_…; shown only once"),
}).meta({ id: "KeyWithSecret" });

export type EventRejection = z.infer<typeof EventRejection>;
export type EventCut = z.infer<typeof EventCut>;
export type IngestAnswer = z.infer<typeof IngestAnswer>;
export type ImportAnswer = z.infer<typeof ImportAnswer>;
export type GraphSummary = z.infer<typeof GraphSummary>;
export type VariableView = z.infer<typeof VariableView>;
export type LinkView = z.infer<typeof LinkView>;
export type OperationView = z.infer<typeof OperationView>;
export type CaseState = z.infer<typeof CaseState>;
export type CaseOrigin = z.infer<typeof CaseOrigin>;
export type CaseSummary = z.infer<typeof CaseSummary>;
export type Case = z.infer<typeof Case>;
export type OpenCase = z.infer<typeof OpenCase>;
export type CaseCount = z.infer<typeof CaseCount>;
export type CaseFilter = z.infer<typeof CaseFilter>;
export type Key = z.infer<typeof Key>;
export type KeyWithSecret = z.infer<typeof KeyWithSecret>;
export type CreateKey = z.infer<typeof CreateKey>;
