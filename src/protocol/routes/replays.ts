import * as z from "zod";
import { Correction, Replay, ReplayComparison, ReplayFacts, ReplayPlan } from "../api/replays.ts";
import { declare, json, jsonBody } from "./declaration.ts";

const CaseParam = z.object({ case: z.string() });

const tags = ["Replays"];

export const showReplayPlan = declare("read", ["not_found"], {
  method: "get",
  path: "/cases/{case}/replay",
  tags,
  summary: "Show the plan of a replay for a case",
  description:
    "The memory before the decisive operation, the steps from there to the question, and the right output. `needed` says why a case cannot be replayed.",
  request: { params: CaseParam },
  responses: { 200: json(ReplayPlan, "The plan.") },
});

export const addReplay = declare("write", ["not_found", "conflict"], {
  method: "post",
  path: "/cases/{case}/replays",
  isRepeatable: false,
  audit: { skipped: "Telemetry: the app reports what a replay observed." },
  tags,
  summary: "Report the result of a replay",
  description:
    "The case's verdict is marked proved, refuted or inconclusive. An undecided replay does not change an earlier decision; a new verdict clears it.",
  request: { params: CaseParam, body: jsonBody(ReplayFacts) },
  responses: { 201: json(Replay, "The replay with its outcome.") },
});

export const listReplays = declare("read", ["not_found"], {
  method: "get",
  path: "/cases/{case}/replays",
  tags,
  summary: "List the replays of a case, newest first",
  request: { params: CaseParam },
  responses: { 200: json(z.object({ items: z.array(Replay) }), "At most 50.") },
});

export const showReplay = declare("read", ["not_found"], {
  method: "get",
  path: "/cases/{case}/replays/{replay}",
  tags,
  summary: "Show the recorded and the replayed graph side by side",
  request: { params: CaseParam.extend({ replay: z.string() }) },
  responses: { 200: json(ReplayComparison, "The replay, step by step beside the recording.") },
});

export const writeCorrection = declare(
  "write",
  ["not_found", "conflict", "no_model", "model_failed", "unavailable"],
  {
    method: "post",
    path: "/cases/{case}/correction",
    isRepeatable: true,
    audit: "case.correct",
    tags,
    summary: "Let the project's model write the corrected output of the operation at fault",
    description:
      "The text is for a replay. The model does not get the expected answer, and may only use the operation's inputs and the messages. The cost counts as project spending; a repeated request costs nothing.",
    request: { params: CaseParam },
    responses: { 200: json(Correction, "One text for each value.") },
  },
);
