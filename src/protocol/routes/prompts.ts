/** Routes for prompts, and for the prompt versions that apps fetch. */
import * as z from "zod";
import { Page } from "../api/api.ts";
import {
  Prompt,
  PromptBehind,
  PromptSummary,
  PromptVersion,
  ServedPrompts,
  Serving,
  WritePrompt,
} from "../api/prompts.ts";
import { declare, json, jsonBody, PageQuery } from "./declaration.ts";

const PromptParam = z.object({ prompt: z.string().describe("the prompt's id or its name") });

const VersionParam = PromptParam.extend({
  version: z.string().describe("its number"),
});

export const listPrompts = declare("read", [], {
  method: "get",
  path: "/prompts",
  tags: ["Prompts"],
  summary: "List prompts, newest first",
  request: { query: PageQuery },
  responses: { 200: json(Page(PromptSummary), "One page.") },
});

export const writePrompt = declare("write", ["conflict"], {
  method: "post",
  path: "/prompts",
  isRepeatable: true,
  audit: "prompt.write",
  tags: ["Prompts"],
  summary: "Write a version of a prompt",
  description:
    "Creates the prompt if no prompt has this name. An existing text returns its existing version. The new version is not served yet.",
  request: { body: jsonBody(WritePrompt) },
  responses: { 201: json(PromptVersion, "The version.") },
});

export const showPrompt = declare("read", ["not_found"], {
  method: "get",
  path: "/prompts/{prompt}",
  tags: ["Prompts"],
  summary: "Show a prompt with its versions",
  request: { params: PromptParam },
  responses: { 200: json(Prompt, "The prompt.") },
});

export const deletePrompt = declare("write", ["not_found"], {
  method: "delete",
  path: "/prompts/{prompt}",
  audit: "prompt.delete",
  tags: ["Prompts"],
  summary: "Delete a prompt with its versions",
  description: "A prompt that is still in use appears again with the next graph that contains it.",
  request: { params: PromptParam },
  responses: { 204: { description: "The prompt was deleted." } },
});

export const showVersion = declare("read", ["not_found"], {
  method: "get",
  path: "/prompts/{prompt}/versions/{version}",
  tags: ["Prompts"],
  summary: "Show a version with its text",
  request: { params: VersionParam },
  responses: { 200: json(PromptVersion, "The version.") },
});

export const setServing = declare("write", ["not_found"], {
  method: "put",
  path: "/prompts/{prompt}/serving",
  audit: { action: "prompt.serve", shown: ["active", "candidate"] },
  tags: ["Prompts"],
  summary: "Set the served versions",
  description:
    "All graphs get the active version, except the candidate's share of the graphs. To undo a change, set an earlier version. `null` serves the app's own text.",
  request: { params: PromptParam, body: jsonBody(Serving) },
  responses: { 200: json(Prompt, "The prompt.") },
});

export const listPromptsBehind = declare("read", ["not_found"], {
  method: "get",
  path: "/cases/{case}/prompts",
  tags: ["Cases"],
  summary: "List the prompts that a case's decisive operation read",
  request: { params: z.object({ case: z.string() }) },
  responses: {
    200: json(
      z.object({ items: z.array(PromptBehind) }),
      "The prompts, in the versions that the operation read.",
    ),
  },
});

export const listServedPrompts = declare("read", [], {
  method: "get",
  path: "/served-prompts",
  tags: ["Prompts"],
  summary: "List the served texts",
  description: "The SDK uses this request. Send `If-None-Match` to get only changes.",
  responses: {
    200: json(ServedPrompts, "All prompts with an active version or a candidate."),
    304: { description: "Nothing has changed." },
  },
});
