import * as z from "zod";
import { Page } from "../../../protocol/api/api.ts";
import {
  Prompt,
  PromptBehind,
  PromptSummary,
  PromptVersion,
  ServedPrompts,
  Serving,
  WritePrompt,
} from "../../../protocol/api/prompts.ts";
import { MAX_PROMPT_VERSIONS, MAX_PROMPTS } from "../../../protocol/limits.ts";
import { ApiError, notFound } from "../../errors.ts";
import { json, jsonBody, operation, PageQuery, router } from "../../route.ts";

const PromptParam = z.object({ prompt: z.string().describe("the prompt's id or its name") });
const VersionParam = PromptParam.extend({
  version: z.string().describe("its number"),
});

const list = operation("read", [], {
  method: "get",
  path: "/prompts",
  tags: ["Prompts"],
  summary: "List prompts, newest first",
  request: { query: PageQuery },
  responses: { 200: json(Page(PromptSummary), "One page.") },
});

const write = operation("write", ["conflict"], {
  method: "post",
  path: "/prompts",
  tags: ["Prompts"],
  summary: "Write a version of a prompt",
  description:
    "Creates the prompt if no prompt has this name. An existing text returns its existing version. The new version is not served yet.",
  request: { body: jsonBody(WritePrompt) },
  responses: { 201: json(PromptVersion, "The version.") },
});

const show = operation("read", ["not_found"], {
  method: "get",
  path: "/prompts/{prompt}",
  tags: ["Prompts"],
  summary: "Show a prompt with its versions",
  request: { params: PromptParam },
  responses: { 200: json(Prompt, "The prompt.") },
});

const remove = operation("write", ["not_found"], {
  method: "delete",
  path: "/prompts/{prompt}",
  tags: ["Prompts"],
  summary: "Delete a prompt with its versions",
  description: "A prompt still in use appears again with the next graph that has it.",
  request: { params: PromptParam },
  responses: { 204: { description: "It is gone." } },
});

const version = operation("read", ["not_found"], {
  method: "get",
  path: "/prompts/{prompt}/versions/{version}",
  tags: ["Prompts"],
  summary: "Show a version with its text",
  request: { params: VersionParam },
  responses: { 200: json(PromptVersion, "The version.") },
});

const serve = operation("write", ["not_found"], {
  method: "put",
  path: "/prompts/{prompt}/serving",
  tags: ["Prompts"],
  summary: "Set the served versions",
  description:
    "All graphs get the active version, except the candidate's share of the graphs. To undo a change, set an earlier version. `null` serves the app's own text.",
  request: { params: PromptParam, body: jsonBody(Serving) },
  responses: { 200: json(Prompt, "The prompt.") },
});

const behind = operation("read", ["not_found"], {
  method: "get",
  path: "/cases/{case}/prompts",
  tags: ["Cases"],
  summary: "List the prompts behind a case's decisive operation",
  request: { params: z.object({ case: z.string() }) },
  responses: {
    200: json(
      z.object({ items: z.array(PromptBehind) }),
      "The prompts, in the versions that the operation read.",
    ),
  },
});

const served = operation("read", [], {
  method: "get",
  path: "/served-prompts",
  tags: ["Prompts"],
  summary: "List the served texts",
  description: "The SDK uses this request. Send `If-None-Match` to get only changes.",
  responses: {
    200: json(ServedPrompts, "All prompts with an active version or a candidate."),
    304: { description: "As it was." },
  },
});

export const prompts = router()
  .openapi(list, async (c) => {
    const { cursor, limit } = c.req.valid("query");
    return c.json(await c.get("project").prompts.list(cursor, limit), 200);
  })
  .openapi(write, async (c) => {
    const { prompts } = c.get("project");
    const { name, text } = c.req.valid("json");
    const added = await prompts.add(name, text, "written", c.get("services").now());
    if (added === undefined) {
      const remedy = `A project has at most ${MAX_PROMPTS}, a prompt at most ${MAX_PROMPT_VERSIONS} versions. Delete a prompt first.`;
      throw new ApiError("conflict", `The limit of prompts or versions is reached. ${remedy}`);
    }
    const { id, number } = added;
    const written = await prompts.version(id, number);
    if (written === undefined) throw notFound("prompt");
    return c.json(written, 201);
  })
  .openapi(show, async (c) => {
    const found = await c.get("project").prompts.find(c.req.valid("param").prompt);
    if (found === undefined) throw notFound("prompt");
    return c.json(found, 200);
  })
  .openapi(remove, async (c) => {
    const removed = await c.get("project").prompts.remove(c.req.valid("param").prompt);
    if (!removed) throw notFound("prompt");
    return c.body(null, 204);
  })
  .openapi(version, async (c) => {
    const { prompt, version } = c.req.valid("param");
    const found = await c.get("project").prompts.version(prompt, Number(version));
    if (found === undefined) throw notFound("version of a prompt");
    return c.json(found, 200);
  })
  .openapi(serve, async (c) => {
    const { prompts } = c.get("project");
    const { prompt } = c.req.valid("param");
    const serving = c.req.valid("json");
    if (serving.active !== null && serving.active === serving.candidate?.version) {
      throw new ApiError(
        "invalid_request",
        "candidate.version: is already the active version. Choose another one.",
      );
    }
    const outcome = await prompts.serve(prompt, serving, c.get("services").now());
    const found = outcome === "done" ? await prompts.find(prompt) : undefined;
    if (found === undefined) throw notFound("prompt or version of it");
    return c.json(found, 200);
  })
  .openapi(behind, async (c) => {
    const { cases, prompts } = c.get("project");
    const id = c.req.valid("param").case;
    if ((await cases.find(id)) === undefined) throw notFound("case");
    return c.json({ items: await prompts.behind(id) }, 200);
  })
  .openapi(served, async (c) => {
    const served = await c.get("project").prompts.served();
    const bytes = new TextEncoder().encode(JSON.stringify(served));
    const hash = await crypto.subtle.digest("SHA-256", bytes);
    const tag = `"${Buffer.from(hash).toString("base64url")}"`;
    const headers = { ETag: tag, "Cache-Control": "private, no-cache" };
    const known = c.req.header("if-none-match")?.split(",") ?? [];
    if (known.some((value) => value.trim().replace(/^W\//, "") === tag)) {
      return c.body(null, 304, headers);
    }
    return c.json(served, 200, headers);
  });
