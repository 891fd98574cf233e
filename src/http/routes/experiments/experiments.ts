import * as z from "zod";
import { Page } from "../../../protocol/api/api.ts";
import {
  AddResults,
  Comparison,
  CreateExperiment,
  Experiment,
  ExperimentResult,
  Outcome,
  ResultsAdded,
} from "../../../protocol/api/experiments.ts";
import { MAX_EXPERIMENTS } from "../../../protocol/limits.ts";
import { comparePaired, comparisonSentence } from "../../../statistics/mcnemar.ts";
import type { ProjectServices } from "../../context.ts";
import { datasetOf } from "../../dataset-by-name.ts";
import { atLimit, notFound } from "../../errors.ts";
import { json, jsonBody, operation, PageQuery, router } from "../../route.ts";

const ExperimentParam = z.object({ experiment: z.string() });
const tags = ["Experiments"];

const list = operation("read", ["not_found"], {
  method: "get",
  path: "/experiments",
  tags,
  summary: "List experiments, newest first, or those of a dataset, by its id or its name",
  request: { query: PageQuery.extend({ dataset: z.string().optional() }) },
  responses: { 200: json(Page(Experiment), "One page.") },
});

const create = operation("write", ["not_found", "conflict"], {
  method: "post",
  path: "/experiments",
  tags,
  summary: "Start an experiment: a pipeline answers the questions of a dataset",
  description: "The team runs the pipeline itself and sends the result of each item here.",
  request: { body: jsonBody(CreateExperiment) },
  responses: { 201: json(Experiment, "The experiment.") },
});

const show = operation("read", ["not_found"], {
  method: "get",
  path: "/experiments/{experiment}",
  tags,
  summary: "Show an experiment with its figures",
  request: { params: ExperimentParam },
  responses: { 200: json(Experiment, "The experiment.") },
});

const remove = operation("write", ["not_found"], {
  method: "delete",
  path: "/experiments/{experiment}",
  tags,
  summary: "Delete an experiment",
  request: { params: ExperimentParam },
  responses: { 204: { description: "Only the graphs of its items are left." } },
});

const results = operation("read", ["not_found"], {
  method: "get",
  path: "/experiments/{experiment}/results",
  tags,
  summary: "List the results, in the order of the dataset",
  request: { params: ExperimentParam, query: PageQuery.extend({ outcome: Outcome.optional() }) },
  responses: { 200: json(Page(ExperimentResult), "One page.") },
});

const addResults = operation("write", ["not_found"], {
  method: "post",
  path: "/experiments/{experiment}/results",
  tags,
  summary: "Add results of items",
  description:
    "A score of 0.5 or more means right, and an error counts as wrong. An answer with neither does not count. A new result of an item replaces the old one.",
  request: { params: ExperimentParam, body: jsonBody(AddResults) },
  responses: { 200: json(ResultsAdded, "The number of stored results.") },
});

const finish = operation("write", ["not_found"], {
  method: "post",
  path: "/experiments/{experiment}/finish",
  tags,
  summary: "Mark an experiment as complete",
  request: { params: ExperimentParam },
  responses: { 200: json(Experiment, "The experiment with its figures.") },
});

const compare = operation("read", ["not_found"], {
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

/** Changed items that an answer lists of each kind. */
const MAX_CHANGED = 100;

export const experiments = router()
  .openapi(list, async (c) => {
    const project = c.get("project");
    const { cursor, limit, dataset } = c.req.valid("query");
    const of = dataset === undefined ? undefined : (await datasetOf(project, { dataset })).id;
    return c.json(await project.experiments.list(of, cursor, limit), 200);
  })
  .openapi(create, async (c) => {
    const project = c.get("project");
    const { newId, now } = c.get("services");
    const { name, ...named } = c.req.valid("json");
    const dataset = await datasetOf(project, named);
    const id = newId("exp");
    const created = { id, dataset: dataset.id, name: name || dataset.name, items: dataset.items };
    if (!(await project.experiments.begin(created, now()))) {
      throw atLimit(MAX_EXPERIMENTS, "experiments", "Delete a dataset with its experiments first.");
    }
    return c.json(await experimentOf(project, id), 201);
  })
  .openapi(show, async (c) => {
    return c.json(await experimentOf(c.get("project"), c.req.valid("param").experiment), 200);
  })
  .openapi(remove, async (c) => {
    const { experiments } = c.get("project");
    if (!(await experiments.delete(c.req.valid("param").experiment))) throw notFound("experiment");
    return c.body(null, 204);
  })
  .openapi(results, async (c) => {
    const project = c.get("project");
    const id = await existing(project, c.req.valid("param").experiment);
    const { cursor, limit, outcome } = c.req.valid("query");
    return c.json(await project.experiments.results(id, { outcome }, cursor, limit), 200);
  })
  .openapi(addResults, async (c) => {
    const project = c.get("project");
    const id = await existing(project, c.req.valid("param").experiment);
    const given = c.req.valid("json").results;
    const stored = await project.experiments.store(id, given);
    const rejected = given.flatMap(({ item }, index) =>
      stored.has(item)
        ? []
        : [{ index, message: `item: the experiment's dataset has no item ${item}.` }],
    );
    return c.json({ stored: stored.size, rejected }, 200);
  })
  .openapi(finish, async (c) => {
    const { experiments } = c.get("project");
    const done = await experiments.finish(c.req.valid("param").experiment, c.get("services").now());
    if (done === undefined) throw notFound("experiment");
    return c.json(done, 200);
  })
  .openapi(compare, async (c) => {
    const project = c.get("project");
    const { experiment, against } = c.req.valid("param");
    await Promise.all([experiment, against].map((id) => existing(project, id)));
    const { gainedItems, lostItems, ...counts } = await project.experiments.pairs(
      experiment,
      against,
      MAX_CHANGED,
    );
    const { bothRight, bothWrong, gained, lost } = counts;
    const compared = comparePaired(counts);
    const answer = {
      ...{ experiment, against, judgedInBoth: bothRight + bothWrong + gained + lost },
      right: { before: bothRight + lost, now: bothRight + gained },
      ...{ gained, lost, ...compared, sentence: comparisonSentence(counts, compared) },
      ...{ gainedItems, lostItems },
    };
    return c.json(answer, 200);
  });

async function experimentOf(project: ProjectServices, id: string) {
  const found = await project.experiments.find(id);
  if (found === undefined) throw notFound("experiment");
  return found;
}

async function existing(project: ProjectServices, id: string): Promise<string> {
  if (!(await project.experiments.exists(id))) throw notFound("experiment");
  return id;
}
