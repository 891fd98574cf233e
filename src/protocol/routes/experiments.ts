import * as z from "zod";
import { Page } from "../api/api.ts";
import {
  AddResults,
  Comparison,
  CreateExperiment,
  Experiment,
  ExperimentResult,
  ItemOutcome,
  ResultsAdded,
} from "../api/experiments.ts";
import { declare, json, jsonBody, PageQuery } from "./declaration.ts";

const ExperimentParam = z.object({ experiment: z.string() });

const tags = ["Experiments"];

export const listExperiments = declare("read", ["not_found"], {
  method: "get",
  path: "/experiments",
  tags,
  summary: "List experiments, newest first, or those of a dataset, by its id or its name",
  request: { query: PageQuery.extend({ dataset: z.string().optional() }) },
  responses: { 200: json(Page(Experiment), "One page.") },
});

export const createExperiment = declare("write", ["not_found", "conflict"], {
  method: "post",
  path: "/experiments",
  isRepeatable: false,
  audit: { action: "experiment.create", shown: ["dataset"] },
  tags,
  summary: "Start an experiment: a pipeline answers the questions of a dataset",
  description: "The team runs the pipeline itself and sends the result of each item here.",
  request: { body: jsonBody(CreateExperiment) },
  responses: { 201: json(Experiment, "The experiment.") },
});

export const showExperiment = declare("read", ["not_found"], {
  method: "get",
  path: "/experiments/{experiment}",
  tags,
  summary: "Show an experiment with its figures",
  request: { params: ExperimentParam },
  responses: { 200: json(Experiment, "The experiment.") },
});

export const deleteExperiment = declare("write", ["not_found"], {
  method: "delete",
  path: "/experiments/{experiment}",
  audit: "experiment.delete",
  tags,
  summary: "Delete an experiment",
  request: { params: ExperimentParam },
  responses: {
    204: { description: "The experiment was deleted; the graphs of its items remain." },
  },
});

export const listResults = declare("read", ["not_found"], {
  method: "get",
  path: "/experiments/{experiment}/results",
  tags,
  summary: "List the results, in the order of the dataset",
  request: {
    params: ExperimentParam,
    query: PageQuery.extend({ outcome: ItemOutcome.optional() }),
  },
  responses: { 200: json(Page(ExperimentResult), "One page.") },
});

export const addResults = declare("write", ["not_found"], {
  method: "post",
  path: "/experiments/{experiment}/results",
  isRepeatable: true,
  audit: { skipped: "Telemetry: a pipeline sends its results in many batches." },
  tags,
  summary: "Add results of items",
  description:
    "A score of 0.5 or more means right, and an error counts as wrong. An answer with neither does not count. A new result of an item replaces the old one.",
  request: { params: ExperimentParam, body: jsonBody(AddResults) },
  responses: { 200: json(ResultsAdded, "The number of stored results.") },
});

export const finishExperiment = declare("write", ["not_found"], {
  method: "post",
  path: "/experiments/{experiment}/finish",
  isRepeatable: true,
  audit: "experiment.finish",
  tags,
  summary: "Mark an experiment as complete",
  request: { params: ExperimentParam },
  responses: { 200: json(Experiment, "The experiment with its figures.") },
});

export const compareExperiments = declare("read", ["not_found"], {
  method: "get",
  path: "/experiments/{experiment}/comparison/{against}",
  tags,
  summary: "Compare an experiment with an earlier one, question by question",
  description:
    "Compares the items that were judged in both. Items match by question and metadata, so the datasets may differ.",
  request: { params: ExperimentParam.extend({ against: z.string() }) },
  responses: {
    200: json(
      Comparison,
      "The gained and lost answers, and the probability of this difference by chance.",
    ),
  },
});
