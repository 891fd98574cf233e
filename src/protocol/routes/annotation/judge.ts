/** Routes for judging answers with the project's model. */

import {
  JudgeFigures,
  JudgeFilter,
  Judgement,
  JudgementOf,
  JudgeSettings,
} from "../../api/annotation/judge.ts";
import { Page } from "../../api/api.ts";
import { declare, json, jsonBody, PageQuery } from "../declaration.ts";

const tags = ["Judge"];

export const showJudge = declare("read", [], {
  method: "get",
  path: "/judge",
  tags,
  summary: "Show the share of wrong answers among the judged answers, and how often people agree",
  description:
    "The project's model judges a sample of the recorded answers that nobody judged. A judgement counts only if it quotes a recorded message.",
  request: { query: JudgeFilter },
  responses: { 200: json(JudgeFigures, "The figures, with the settings.") },
});

export const putJudge = declare("admin", [], {
  method: "put",
  path: "/judge/settings",
  audit: {
    action: "judge.update",
    shown: ["enabled", "share", "answersPerDay", "usdPerDay"],
  },
  tags,
  summary: "Set whether the project's model judges answers, and how many",
  description:
    "Answers are sampled when their graph has received no events for ten minutes. If the project has no model, the sampled answers wait.",
  request: { body: jsonBody(JudgeSettings) },
  responses: { 200: json(JudgeSettings, "The settings after the change.") },
});

export const listJudgements = declare("read", [], {
  method: "get",
  path: "/judge/judgements",
  tags,
  summary: "List judgements of the project's model, last answered first",
  request: {
    query: JudgeFilter.extend({ judgement: Judgement.optional() }).extend(PageQuery.shape),
  },
  responses: { 200: json(Page(JudgementOf), "One page.") },
});
