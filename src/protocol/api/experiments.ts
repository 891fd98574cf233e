/** Datasets of questions, and experiments on them: requests and answers. */
import * as z from "zod";
import { MAX_NAME_CHARS, MAX_TEXT_CHARS } from "../limits.ts";
import { CaseFilter } from "./api.ts";

const Time = z.iso.datetime();
const Count = z.number().int().min(0);

/** Items that one dataset may hold. */
export const MAX_DATASET_ITEMS = 10_000;
/** Cases that one request may name. */
const MAX_NAMED_CASES = 1_000;
/** Answers that are right, of one question. */
export const MAX_EXPECTED_ANSWERS = 20;
/** Results of one request. */
const MAX_RESULTS = 100;
/** From here on an answer counts as right. */
export const PASSING_SCORE = 0.5;

/* ---- datasets ---- */

export const Dataset = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: Time,
    items: Count,
    withoutAnswer: Count.describe("items of which no right answer is known"),
  })
  .meta({ id: "Dataset" });

export const CreateDataset = z
  .object({ name: z.string().trim().min(1).max(200) })
  .meta({ id: "CreateDataset" });

export const DatasetItem = z
  .object({
    id: z.string().describe("the same for the same question and metadata, in every dataset"),
    question: z.string(),
    expected: z.array(z.string()).describe("answers that are right; empty where none is known"),
    metadata: z.record(z.string(), z.unknown()),
    case: z.string().nullable().describe("the case that it was made of"),
  })
  .meta({ id: "DatasetItem" });

const Text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** An item as it is brought along. */
export const NewItem = z.object({
  question: z.string().trim().min(1).max(MAX_TEXT_CHARS),
  expected: z
    .union([Text, z.array(Text), z.null()])
    .transform((given) => [given ?? []].flat().filter((answer) => answer.trim() !== ""))
    .pipe(z.array(z.string().max(MAX_TEXT_CHARS)).max(MAX_EXPECTED_ANSWERS))
    .default([]),
  metadata: z.record(z.string(), z.unknown()).default({}),
});

export const ItemRejection = z.object({
  index: Count.describe("position of the item in what was sent, from 0"),
  message: z.string().describe("names the field and the remedy"),
});

export const ItemsAdded = z
  .object({
    added: Count,
    joined: Count.describe(
      "items whose question and metadata were there already; what they expect was added to those",
    ),
    withoutAnswer: Count.describe(
      "of those added: without a right answer only a judge of your own can judge them",
    ),
    rejected: z.array(ItemRejection),
  })
  .meta({ id: "ItemsAdded" });

export const AddCases = CaseFilter.extend({
  cases: z.array(z.string()).max(MAX_NAMED_CASES).optional().describe("ids of cases"),
})
  .describe("cases by their ids or by the filters of their list; all of them where none is given")
  .meta({ id: "AddCases" });

/* ---- experiments ---- */

const ExperimentState = z.enum(["running", "done"]);

/** What came of an item. Without a score nobody could judge it. */
export const Outcome = z.enum(["right", "wrong", "failed", "unjudged"]);

const ExperimentFigures = z.object({
  answered: Count.describe("items with a result"),
  right: Count,
  wrong: Count,
  failed: Count.describe("items that ended in an error; they count as not right"),
  unjudged: Count.describe("answers that nobody could judge; they do not count"),
  share: z.number().nullable().describe("right ones among those that count"),
  low: z.number().describe("of the share's 95 % interval (Wilson)"),
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
    items: Count.describe("items of the dataset when it began"),
    figures: ExperimentFigures,
  })
  .meta({ id: "Experiment" });

export const CreateExperiment = z
  .object({
    dataset: z.string().min(1).describe("id or name"),
    name: z.string().trim().max(200).default(""),
  })
  .meta({ id: "CreateExperiment" });

export const NewResult = z.object({
  item: z.string().min(1).max(MAX_NAME_CHARS),
  answer: z.string().nullable().default(null),
  score: z.number().min(0).max(1).nullable().default(null),
  reason: z.string().nullable().default(null).describe("the judge's own words"),
  error: z.string().nullable().default(null).describe("why there is no answer"),
  graph: z.string().nullable().default(null).describe("the graph that the item was traced in"),
  milliseconds: Count.default(0),
});

export const AddResults = z
  .object({ results: z.array(NewResult).min(1).max(MAX_RESULTS) })
  .meta({ id: "AddResults" });

export const ResultsAdded = z
  .object({
    stored: Count,
    rejected: z.array(ItemRejection).describe("results of items that the dataset does not have"),
  })
  .meta({ id: "ResultsAdded" });

export const ExperimentResult = z
  .object({
    item: z.string(),
    question: z.string().nullable().describe("null where the item was deleted"),
    expected: z.array(z.string()),
    case: z.string().nullable(),
    outcome: Outcome,
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
    right: z.object({ before: Count, now: Count }).describe("of those judged in both"),
    gained: Count.describe("wrong before, right now"),
    lost: Count.describe("right before, wrong now"),
    difference: z.number().nullable().describe("of the shares, now less before"),
    low: z.number().describe("of the difference's 95 % interval (Agresti and Min)"),
    high: z.number(),
    p: z.number().describe("of McNemar's exact test: how often chance alone does as much"),
    verdict: z.enum(["better", "worse", "unclear"]),
    sentence: z.string().describe("the one sentence to read first"),
    gainedItems: z.array(ChangedItem).describe("up to 100"),
    lostItems: z.array(ChangedItem).describe("up to 100"),
  })
  .meta({ id: "Comparison" });

export type Dataset = z.infer<typeof Dataset>;
export type DatasetItem = z.infer<typeof DatasetItem>;
export type NewItem = z.infer<typeof NewItem>;
export type ItemRejection = z.infer<typeof ItemRejection>;
export type ItemsAdded = z.infer<typeof ItemsAdded>;
export type AddCases = z.infer<typeof AddCases>;
export type CreateExperiment = z.infer<typeof CreateExperiment>;
export type Outcome = z.infer<typeof Outcome>;
export type ExperimentFigures = z.infer<typeof ExperimentFigures>;
export type Experiment = z.infer<typeof Experiment>;
export type NewResult = z.infer<typeof NewResult>;
export type ExperimentResult = z.infer<typeof ExperimentResult>;
export type ChangedItem = z.infer<typeof ChangedItem>;
export type Comparison = z.infer<typeof Comparison>;
