import * as z from "zod";
import { idText, listOf, spokenText } from "../bounded-inputs.ts";
import { MAX_EXPECTED, MAX_NAME_CHARS, MAX_TEXT_CHARS } from "../limits.ts";
import { CaseSelection } from "./insights/case-selection.ts";
import { TokenUsage } from "./insights/tokens.ts";

const Time = z.iso.datetime();
const Count = z.number().int().min(0);

export const MAX_DATASET_ITEMS = 10_000;
/** Maximum correct answers of one question. */
export const MAX_EXPECTED_ANSWERS = 20;
const MAX_RESULTS = 100;

/* ---- datasets ---- */

export const Dataset = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: Time,
    items: Count,
    withoutAnswer: Count.describe("items without a known right answer"),
  })
  .meta({ id: "Dataset" });

export const CreateDataset = z
  .object({ name: z.string().trim().min(1).max(200) })
  .meta({ id: "CreateDataset" });

export const DatasetItem = z
  .object({
    id: z
      .string()
      .describe(
        "id of the item; items with the same question and the same metadata have the same id in every dataset",
      ),
    question: z.string(),
    expected: z.array(z.string()).describe("right answers; empty if none is known"),
    metadata: z.record(z.string(), z.unknown()),
    case: z.string().nullable().describe("the case that this item was made from"),
  })
  .meta({ id: "DatasetItem" });

const Text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

export const NewItem = z.object({
  question: z.string().trim().min(1).max(MAX_TEXT_CHARS),
  expected: z
    .union([Text, listOf(Text, MAX_EXPECTED), z.null()], {
      error: `must be a text, or a list of up to ${MAX_EXPECTED_ANSWERS} texts`,
    })
    .transform((given) => [given ?? []].flat().filter((answer) => answer.trim() !== ""))
    .pipe(listOf(z.string().max(MAX_TEXT_CHARS), MAX_EXPECTED_ANSWERS))
    .default([]),
  metadata: z.record(z.string(), z.unknown()).default({}),
});

export const ItemRejection = z.object({
  index: Count.describe("position of the item in the request, from 0"),
  message: z.string().describe("names the field, and says what to do"),
});

export const ItemsAdded = z
  .object({
    added: Count,
    joined: Count.describe(
      "items with the question and metadata of an existing item; their expected answers were added to it",
    ),
    withoutAnswer: Count.describe(
      "added items without a right answer; only your own judge can judge them",
    ),
    rejected: z.array(ItemRejection),
  })
  .meta({ id: "ItemsAdded" });

export const AddCases = CaseSelection.describe(
  "cases by ids or by the filters of the case list; all cases by default",
).meta({ id: "AddCases" });

/* ---- experiments ---- */

const ExperimentState = z.enum(["running", "done"]);

/** `failed`: the item ended in an error. `unjudged`: the answer has no score. */
export const ItemOutcome = z.enum(["right", "wrong", "failed", "unjudged"]);

const ExperimentFigures = z.object({
  answered: Count.describe("items with a result"),
  right: Count,
  wrong: Count,
  failed: Count.describe("items that ended in an error; they count as wrong"),
  unjudged: Count.describe("answers that could not be judged; they are not counted in the share"),
  share: z.number().nullable().describe("share of right answers among the answers that count"),
  low: z.number().describe("bound of the share's 95% interval (Wilson)"),
  high: z.number(),
});

export const Experiment = z
  .object({
    id: z.string(),
    dataset: z.string(),
    datasetName: z.string(),
    name: z.string(),
    state: ExperimentState,
    createdAt: Time,
    endedAt: Time.nullable(),
    items: Count.describe("items of the dataset at the experiment's start"),
    figures: ExperimentFigures,
    tokens: TokenUsage.describe(
      "tokens of the model calls in the graphs of its items, as last counted",
    ),
  })
  .meta({ id: "Experiment" });

export const CreateExperiment = z
  .object({
    dataset: idText.min(1).describe("id or name of the dataset"),
    name: z.string().trim().max(200).default(""),
  })
  .meta({ id: "CreateExperiment" });

export const NewResult = z.object({
  item: z.string().min(1).max(MAX_NAME_CHARS),
  answer: spokenText.nullable().default(null),
  score: z.number().min(0).max(1).nullable().default(null),
  reason: spokenText.nullable().default(null).describe("the judge's own words"),
  error: spokenText.nullable().default(null).describe("why there is no answer"),
  graph: idText
    .nullable()
    .default(null)
    .describe("id of the graph that recorded how the item was answered"),
  milliseconds: Count.default(0),
});

export const AddResults = z
  .object({ results: z.array(NewResult).min(1).max(MAX_RESULTS) })
  .meta({ id: "AddResults" });

export const ResultsAdded = z
  .object({
    stored: Count,
    rejected: z.array(ItemRejection).describe("results of items outside the dataset"),
  })
  .meta({ id: "ResultsAdded" });

export const ExperimentResult = z
  .object({
    item: z.string(),
    question: z.string().nullable().describe("null if the item was deleted"),
    expected: z.array(z.string()),
    case: z.string().nullable(),
    outcome: ItemOutcome,
    answer: z.string().nullable(),
    score: z.number().nullable(),
    reason: z.string().nullable(),
    error: z.string().nullable(),
    graph: z.string().nullable(),
    milliseconds: Count,
  })
  .meta({ id: "ExperimentResult" });

const ChangedItem = z.object({
  item: z.string(),
  question: z.string().nullable(),
  expected: z.array(z.string()),
  before: z.string().nullable().describe("the answer of the earlier experiment"),
  now: z.string().nullable(),
});

export const Comparison = z
  .object({
    experiment: z.string(),
    against: z.string(),
    judgedInBoth: Count,
    right: z
      .object({ before: Count, now: Count })
      .describe("number of right answers among the items that were judged in both experiments"),
    gained: Count.describe(
      "number of items that were wrong in the earlier experiment and are right now",
    ),
    lost: Count.describe(
      "number of items that were right in the earlier experiment and are wrong now",
    ),
    difference: z.number().nullable().describe("difference of the shares, now minus before"),
    low: z.number().describe("bound of the difference's 95% interval (Agresti and Min)"),
    high: z.number(),
    p: z
      .number()
      .describe("p-value of McNemar's exact test: the probability of such a difference by chance"),
    verdict: z.enum(["better", "worse", "unclear"]),
    sentence: z.string().describe("one sentence that summarizes the figures"),
    gainedItems: z.array(ChangedItem).describe("up to 100; fewer if their texts are long"),
    lostItems: z.array(ChangedItem).describe("up to 100; fewer if their texts are long"),
  })
  .meta({ id: "Comparison" });

export type Dataset = z.infer<typeof Dataset>;
export type DatasetItem = z.infer<typeof DatasetItem>;
export type NewItem = z.infer<typeof NewItem>;
export type ItemRejection = z.infer<typeof ItemRejection>;
export type ItemsAdded = z.infer<typeof ItemsAdded>;
export type AddCases = z.infer<typeof AddCases>;
export type CreateExperiment = z.infer<typeof CreateExperiment>;
export type ItemOutcome = z.infer<typeof ItemOutcome>;
export type ExperimentFigures = z.infer<typeof ExperimentFigures>;
export type Experiment = z.infer<typeof Experiment>;
export type NewResult = z.infer<typeof NewResult>;
export type ExperimentResult = z.infer<typeof ExperimentResult>;
export type ChangedItem = z.infer<typeof ChangedItem>;
export type Comparison = z.infer<typeof Comparison>;
