import * as z from "zod";
import type { EvolutionGraph } from "../../../graph/evolution-graph.ts";
import { type Corrected, correctCase } from "../../../jobs/attribution/correct-case.ts";
import type { Case } from "../../../protocol/api/api.ts";
import {
  Correction,
  Replay,
  ReplayComparison,
  ReplayFacts,
  ReplayPlan,
} from "../../../protocol/api/replays.ts";
import { replayOf } from "../../../replay/is-replay.ts";
import { outcomeOf } from "../../../replay/outcome.ts";
import { planReplay } from "../../../replay/plan.ts";
import { sideBySide } from "../../../replay/side-by-side.ts";
import type { ProjectServices } from "../../context.ts";
import { ApiError, notFound } from "../../errors.ts";
import { json, jsonBody, operation, router } from "../../route.ts";

const CaseParam = z.object({ case: z.string() });
const tags = ["Replays"];

const plan = operation("read", ["not_found"], {
  method: "get",
  path: "/cases/{case}/replay",
  tags,
  summary: "Show the plan of a replay for a case",
  description:
    "The memory before the decisive operation, the steps from there to the question, and the right output. `needed` says why a case cannot be replayed.",
  request: { params: CaseParam },
  responses: { 200: json(ReplayPlan, "The plan.") },
});

const add = operation("write", ["not_found", "conflict"], {
  method: "post",
  path: "/cases/{case}/replays",
  tags,
  summary: "Report the result of a replay",
  description:
    "The case's verdict is marked proved, refuted or inconclusive. An undecided replay does not change an earlier decision; a new verdict clears it.",
  request: { params: CaseParam, body: jsonBody(ReplayFacts) },
  responses: { 201: json(Replay, "The replay with its outcome.") },
});

const list = operation("read", ["not_found"], {
  method: "get",
  path: "/cases/{case}/replays",
  tags,
  summary: "List the replays of a case, newest first",
  request: { params: CaseParam },
  responses: { 200: json(z.object({ items: z.array(Replay) }), "At most 50.") },
});

const show = operation("read", ["not_found"], {
  method: "get",
  path: "/cases/{case}/replays/{replay}",
  tags,
  summary: "Show the recorded and the replayed graph side by side",
  request: { params: CaseParam.extend({ replay: z.string() }) },
  responses: { 200: json(ReplayComparison, "The replay, step by step beside the recording.") },
});

const correct = operation(
  "write",
  ["not_found", "conflict", "no_model", "model_failed", "unavailable"],
  {
    method: "post",
    path: "/cases/{case}/correction",
    tags,
    summary: "Let the project's model write the right output of the operation at fault",
    description:
      "For a replay. The model does not get the expected answer, and may only use the operation's inputs and the messages. The cost counts as project spending; a repeated request costs nothing.",
    request: { params: CaseParam },
    responses: { 200: json(Correction, "One text for each value.") },
  },
);

export const replays = router()
  .openapi(plan, async (c) => {
    const { planned } = await planOf(c.get("project"), c.req.valid("param").case);
    return c.json(planned, 200);
  })
  .openapi(add, async (c) => {
    const project = c.get("project");
    const { now, newId } = c.get("services");
    const facts = c.req.valid("json");
    const { found, planned } = await planOf(project, c.req.valid("param").case);
    if (facts.op !== found.op || facts.errorType !== found.errorType) {
      throw new ApiError(
        "conflict",
        "The case now has another verdict than the replayed one. Replay it again.",
      );
    }
    if (facts.correction !== null && facts.correction.op !== planned.target?.op) {
      throw new ApiError("conflict", "The replay corrected another operation than the plan names.");
    }
    await checkGraph(project, found.id, facts.graph);
    const needed = [...planned.needed, ...facts.needed];
    const { outcome, reason } = outcomeOf({ ...facts, needed }, planned);
    const createdAt = now();
    const made = {
      ...{ id: newId("replay"), case: found.id, graph: found.graph, replayed: facts.graph },
      ...{ outcome, reason, facts, createdAt },
    };
    await project.replays.add(made).catch(async (error: unknown) => {
      // Deleted meanwhile: a replay is of a case that is there.
      if ((await project.cases.find(found.id)) === undefined) throw notFound("case");
      throw error;
    });
    const stored = await project.replays.find(made.id);
    if (stored === undefined) throw notFound("case");
    return c.json(stored, 201);
  })
  .openapi(correct, async (c) => {
    const project = c.get("project");
    const { found, planned, graph } = await planOf(project, c.req.valid("param").case);
    const deps = { ...project, now: c.get("services").now };
    const answer = await correctCase(deps, graph, found, planned);
    if (!answer.ok) throw refusal(answer, planned);
    return c.json(answer.value, 200);
  })
  .openapi(list, async (c) => {
    const project = c.get("project");
    const { case: id } = c.req.valid("param");
    if ((await project.cases.find(id)) === undefined) throw notFound("case");
    return c.json({ items: await project.replays.ofCase(id) }, 200);
  })
  .openapi(show, async (c) => {
    const project = c.get("project");
    const { case: id, replay: wanted } = c.req.valid("param");
    const replay = await project.replays.find(wanted);
    if (replay === undefined || replay.case !== id) throw notFound("replay");
    const { planned } = await planOf(project, id);
    const graph = replay.graph === null ? undefined : await project.loadGraph(replay.graph);
    const pairs = graph === undefined ? [] : sideBySide(planned, replay, graph);
    return c.json({ replay, pairs }, 200);
  });

function refusal(answer: Exclude<Corrected, { ok: true }>, { needed }: ReplayPlan): ApiError {
  if ("message" in answer) {
    // Asked again, another model may answer, or this one once it is well; and else the same comes.
    const mayPass = answer.reason === "unavailable" || answer.reason === "rate_limited";
    return new ApiError(mayPass ? "unavailable" : "model_failed", answer.message);
  }
  if (answer.reason === "no_model")
    return new ApiError("no_model", "The project has no model. Set one in its settings.");
  return new ApiError("conflict", needed[0] ?? "The case cannot be replayed.");
}

async function planOf(
  project: ProjectServices,
  id: string,
): Promise<{ found: Case; planned: ReplayPlan; graph: EvolutionGraph }> {
  const found = await project.cases.find(id);
  const graph = found && (await project.loadGraph(found.graph));
  if (found === undefined || graph === undefined) throw notFound("case");
  return { found, graph, planned: planReplay(graph, found) };
}

/** The graph of a replay goes with its case's graph, so it must be nothing else. */
async function checkGraph(
  project: ProjectServices,
  id: string,
  graph: string | null,
): Promise<void> {
  if (graph === null) return;
  const loaded = await project.loadGraph(graph);
  if (loaded !== undefined && replayOf(loaded.header) === id) return;
  throw new ApiError(
    "invalid_request",
    `graph: ${graph} is not a replay of this case. Its graph event must hold metadata {"replayOf": "${id}"}.`,
  );
}
