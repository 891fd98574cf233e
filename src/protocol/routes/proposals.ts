/** Routes for the prompt optimizer: rounds, proposals and suggestions. */
import * as z from "zod";
import { Page } from "../api/api.ts";
import { Job } from "../api/jobs.ts";
import {
  AcceptProposal,
  CreateProposals,
  Proposal,
  ProposalFilter,
  ProposalSummary,
  RejectProposal,
  Suggestion,
  SuggestionFilter,
} from "../api/proposals.ts";
import { declare, json, jsonBody, PageQuery } from "./declaration.ts";

const tags = ["Proposals"];

const ProposalParam = z.object({ proposal: z.string() });

export const startRound = declare("write", ["not_found", "no_model", "conflict"], {
  method: "post",
  path: "/proposals",
  isRepeatable: false,
  audit: "proposal.start",
  tags,
  summary: "Start a round: propose prompts that would have prevented wrong answers",
  description:
    "Asks the project's model for one suggestion per wrong answer, merges them, and writes a proposal for each prompt. Wrong answers from a prompt version that is not active are ignored. Nothing changes before a proposal is accepted.",
  request: { body: jsonBody(CreateProposals) },
  responses: { 202: json(Job, "The round; its `result` is the first proposal, if there is one.") },
});

export const listProposals = declare("read", [], {
  method: "get",
  path: "/proposals",
  tags,
  summary: "List proposals, newest first",
  request: { query: ProposalFilter.extend(PageQuery.shape) },
  responses: { 200: json(Page(ProposalSummary), "One page.") },
});

export const showProposal = declare("read", ["not_found"], {
  method: "get",
  path: "/proposals/{proposal}",
  tags,
  summary: "Show a proposal with both texts, its points and their cases",
  request: { params: ProposalParam },
  responses: { 200: json(Proposal, "The proposal.") },
});

export const acceptProposal = declare("write", ["not_found", "conflict"], {
  method: "post",
  path: "/proposals/{proposal}/accept",
  isRepeatable: false,
  audit: "proposal.accept",
  tags,
  summary: "Accept a proposal, unchanged or edited",
  description:
    "Its text becomes a version of the prompt and is served from then on, to all or to a share of the traffic.",
  request: { params: ProposalParam, body: jsonBody(AcceptProposal) },
  responses: { 200: json(Proposal, "The accepted proposal, with its `version`.") },
});

export const rejectProposal = declare("write", ["not_found", "conflict"], {
  method: "post",
  path: "/proposals/{proposal}/reject",
  isRepeatable: false,
  audit: "proposal.reject",
  tags,
  summary: "Reject a proposal, with the reason",
  request: { params: ProposalParam, body: jsonBody(RejectProposal) },
  responses: { 200: json(Proposal, "The rejected proposal.") },
});

export const listSuggestions = declare("read", [], {
  method: "get",
  path: "/suggestions",
  tags,
  summary: "List the outcome for each case, newest round first",
  request: { query: SuggestionFilter.extend(PageQuery.shape) },
  responses: { 200: json(Page(Suggestion), "One page.") },
});
