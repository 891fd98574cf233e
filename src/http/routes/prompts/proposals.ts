import * as z from "zod";
import type { OptimizationInput } from "../../../jobs/optimization/optimization-job.ts";
import { roundCases } from "../../../jobs/optimization/round-cases.ts";
import { lostParts } from "../../../optimization/kept-parts.ts";
import { Page } from "../../../protocol/api/api.ts";
import { Job } from "../../../protocol/api/jobs.ts";
import {
  AcceptProposal,
  CreateProposals,
  Proposal,
  ProposalFilter,
  type ProposalState,
  ProposalSummary,
  RejectProposal,
  Suggestion,
  SuggestionFilter,
} from "../../../protocol/api/proposals.ts";
import type { ProjectServices } from "../../context.ts";
import { ApiError, notFound } from "../../errors.ts";
import { json, jsonBody, operation, PageQuery, router } from "../../route.ts";

const tags = ["Proposals"];
const ProposalParam = z.object({ proposal: z.string() });

const create = operation("write", ["not_found", "no_model", "conflict"], {
  method: "post",
  path: "/proposals",
  tags,
  summary: "Start a round: look for prompts that would have prevented wrong answers",
  description:
    "Asks the project's model for one suggestion per wrong answer, merges them, and writes a proposal for each prompt. Wrong answers from a prompt version that is not active are ignored. Nothing changes before a proposal is accepted.",
  request: { body: jsonBody(CreateProposals) },
  responses: { 202: json(Job, "The round; its `result` is the first proposal, if there is one.") },
});

const list = operation("read", [], {
  method: "get",
  path: "/proposals",
  tags,
  summary: "List proposals, newest first",
  request: { query: ProposalFilter.extend(PageQuery.shape) },
  responses: { 200: json(Page(ProposalSummary), "One page.") },
});

const show = operation("read", ["not_found"], {
  method: "get",
  path: "/proposals/{proposal}",
  tags,
  summary: "Show a proposal with both texts, its points and their cases",
  request: { params: ProposalParam },
  responses: { 200: json(Proposal, "The proposal.") },
});

const accept = operation("write", ["not_found", "conflict"], {
  method: "post",
  path: "/proposals/{proposal}/accept",
  tags,
  summary: "Accept a proposal, unchanged or edited",
  description:
    "Its text becomes a version of the prompt and is served from then on, to all or to a share of the traffic.",
  request: { params: ProposalParam, body: jsonBody(AcceptProposal) },
  responses: { 200: json(Proposal, "The accepted proposal, with its `version`.") },
});

const reject = operation("write", ["not_found", "conflict"], {
  method: "post",
  path: "/proposals/{proposal}/reject",
  tags,
  summary: "Reject a proposal, with the reason",
  request: { params: ProposalParam, body: jsonBody(RejectProposal) },
  responses: { 200: json(Proposal, "The rejected proposal.") },
});

const suggestions = operation("read", [], {
  method: "get",
  path: "/suggestions",
  tags,
  summary: "List the outcome for each case, newest round first",
  request: { query: SuggestionFilter.extend(PageQuery.shape) },
  responses: { 200: json(Page(Suggestion), "One page.") },
});

export const proposals = router()
  .openapi(create, async (c) => {
    const { now, newId } = c.get("services");
    const project = c.get("project");
    const input = await inputOf(project, c.req.valid("json"));
    const job = await project.jobs.create({ id: newId("job"), kind: "optimization", input }, now());
    if (job === undefined) {
      const underWay = (await project.proposals.roundUnderWay()) ?? "it has just ended";
      throw new ApiError(
        "conflict",
        `A round is already running: ${underWay}. Wait until it ends.`,
      );
    }
    await project.wakeJob(job.id);
    return c.json(job, 202);
  })
  .openapi(list, async (c) => {
    const { cursor, limit, ...filter } = c.req.valid("query");
    return c.json(await c.get("project").proposals.list(filter, cursor, limit), 200);
  })
  .openapi(show, async (c) => {
    const { proposal } = await found(c.get("project"), c.req.valid("param").proposal);
    return c.json(proposal, 200);
  })
  .openapi(accept, async (c) => {
    const project = c.get("project");
    const id = c.req.valid("param").proposal;
    await acceptProposal(project, id, c.req.valid("json"), c.get("services").now());
    return c.json((await found(project, id)).proposal, 200);
  })
  .openapi(reject, async (c) => {
    const project = c.get("project");
    const id = c.req.valid("param").proposal;
    const { proposal } = await found(project, id);
    const { reason } = c.req.valid("json");
    const isRejected = await project.proposals.reject(id, reason, c.get("services").now());
    if (!isRejected) throw decidedAlready(proposal.state);
    return c.json((await found(project, id)).proposal, 200);
  })
  .openapi(suggestions, async (c) => {
    const { cursor, limit, ...filter } = c.req.valid("query");
    return c.json(await c.get("project").proposals.suggestions(filter, cursor, limit), 200);
  });

/** Settles what the round is about, so that it stays the same however often it is gone on with. */
async function inputOf(
  project: ProjectServices,
  { prompts, from, to, attribution }: CreateProposals,
): Promise<OptimizationInput> {
  if ((await project.model.settings()) === undefined) {
    throw new ApiError(
      "no_model",
      "The project has no model to ask. Set one with PUT /v1/project/model, or in the settings.",
    );
  }
  if (prompts !== undefined) {
    const known = new Set((await project.prompts.current(prompts)).map(({ name }) => name));
    const unknown = prompts.find((name) => !known.has(name));
    if (unknown !== undefined) {
      throw new ApiError("not_found", `prompts: there is no prompt ${unknown} in this project.`);
    }
  }
  if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to)) {
    throw new ApiError("invalid_request", "from: must lie before to.");
  }
  const cases = await roundCases(project, { from, to, prompts, attribution });
  return { cases, prompts: prompts ?? null, attribution };
}

async function found(project: ProjectServices, id: string) {
  const proposal = await project.proposals.find(id);
  if (proposal === undefined) throw notFound("proposal");
  return proposal;
}

async function acceptProposal(
  project: ProjectServices,
  id: string,
  { text, share }: AcceptProposal,
  now: number,
): Promise<void> {
  const { proposal, promptId } = await found(project, id);
  if (proposal.state !== "open") throw decidedAlready(proposal.state);
  const wanted = text ?? proposal.text;
  if (wanted === proposal.baseText) {
    throw new ApiError(
      "invalid_request",
      "text: equals the text of the base version. Edit it, or reject the proposal.",
    );
  }
  const lost = lostParts(proposal.baseText, wanted);
  if (lost !== undefined) {
    const remedy = "Put it back, or write a version of your own with POST /v1/prompts.";
    throw new ApiError("invalid_request", `text: ${lost} ${remedy}`);
  }
  const { baseVersion } = proposal;
  const acceptance = { proposal: id, prompt: promptId, baseVersion, text: wanted, share };
  if (await project.proposals.accept(acceptance, now)) return;
  throw await whyRefused(project, id);
}

/** What has come in between. */
async function whyRefused(project: ProjectServices, id: string): Promise<ApiError> {
  const { proposal, promptId } = await found(project, id);
  if (proposal.state !== "open") return decidedAlready(proposal.state);
  const { prompt, baseVersion } = proposal;
  const candidate = (await project.prompts.find(promptId))?.candidate ?? null;
  if (candidate !== null) {
    return new ApiError(
      "conflict",
      `Version ${candidate} of ${prompt} is being tried on a share of the traffic. Decide on it first, on the prompt's page or with PUT /v1/prompts/{prompt}/serving.`,
    );
  }
  return new ApiError(
    "conflict",
    `The proposal starts from version ${baseVersion} of ${prompt}, which is no longer active. Start a new round.`,
  );
}

function decidedAlready(state: ProposalState): ApiError {
  return new ApiError(
    "conflict",
    `The proposal is ${state === "open" ? "decided" : state} already.`,
  );
}
