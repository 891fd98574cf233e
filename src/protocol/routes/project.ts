/** Routes for projects: settings, model, keys, jobs. */
import * as z from "zod";
import { CreateKey, Key, KeyWithSecret, Page } from "../api/api.ts";
import { ModelPrices } from "../api/insights/model-prices.ts";
import { Job, JobFilter } from "../api/jobs.ts";
import { ModelTest, PutModelSettings, ModelSettings as Settings } from "../api/model-settings.ts";
import { CreateProject, Project, UpdateProject, Whoami } from "../api/teams/project.ts";
import { MAX_ENDED_KEYS, MAX_KEYS } from "../limits.ts";
import { declare, json, jsonBody, PageQuery } from "./declaration.ts";

export const whoami = declare("read", [], {
  method: "get",
  path: "/whoami",
  tags: ["Project"],
  summary: "Show the caller, its project and its scopes",
  responses: { 200: json(Whoami, "The key or person that sent the request.") },
});

export const showProject = declare("read", [], {
  method: "get",
  path: "/project",
  tags: ["Project"],
  summary: "Show the project",
  responses: { 200: json(Project, "The project.") },
});

export const updateProject = declare("admin", [], {
  method: "patch",
  path: "/project",
  audit: {
    action: "project.update",
    shown: ["name", "reportSchedule", "reportAfter", "retentionDays", "openCorrections"],
  },
  tags: ["Project"],
  summary:
    "Change the project's name, its report schedule, its retention, or whether corrections open cases",
  description:
    "With `retentionDays`, a graph whose last event arrived longer ago is deleted within the hour, as by `DELETE /v1/graphs/{graph}`. Its cases, their labels and attributions, and the deliveries that quote them are deleted too. Changing the setting restores nothing.",
  request: { body: jsonBody(UpdateProject) },
  responses: { 200: json(Project, "The project after the change.") },
});

export const listProjects = declare("person", [], {
  method: "get",
  path: "/projects",
  tags: ["Project"],
  summary: "List the projects of your organizations",
  responses: { 200: json(z.object({ items: z.array(Project) }), "By name.") },
});

export const createProject = declare("person", ["not_found", "conflict"], {
  method: "post",
  path: "/projects",
  isRepeatable: false,
  audit: { action: "project.create", shown: ["name"] },
  tags: ["Project"],
  summary: "Create a project in one of your organizations",
  request: { body: jsonBody(CreateProject) },
  responses: { 201: json(Project, "The project.") },
});

export const showModel = declare("admin", [], {
  method: "get",
  path: "/project/model",
  tags: ["Model"],
  summary: "Show the project's model and today's cost",
  responses: { 200: json(Settings, "The settings, without keys.") },
});

export const putModel = declare("admin", ["url_not_allowed"], {
  method: "put",
  path: "/project/model",
  audit: {
    action: "model.update",
    shown: [
      "workersAi",
      "usdPerCase",
      "usdPerJob",
      "usdPerDay",
      "tokensPerCase",
      "agentSteps",
      "agentContextTokens",
    ],
  },
  tags: ["Model"],
  summary: "Set the model for cases that the flow tracer is unsure about",
  description:
    "Any OpenAI-compatible endpoint: https only, on the public internet. Keys are stored encrypted and never shown again.",
  request: { body: jsonBody(PutModelSettings) },
  responses: { 200: json(Settings, "The settings after the change.") },
});

export const removeModel = declare("admin", [], {
  method: "delete",
  path: "/project/model",
  audit: "model.remove",
  tags: ["Model"],
  summary: "Remove the model with its keys; no more questions are asked",
  responses: { 204: { description: "The model was removed." } },
});

export const testModel = declare("admin", ["not_found"], {
  method: "post",
  path: "/project/model/test",
  isRepeatable: false,
  audit: "model.test",
  tags: ["Model"],
  summary: "Ask every endpoint one question",
  responses: { 200: json(ModelTest, "Each endpoint's answer and response time.") },
});

export const showPrices = declare("read", [], {
  method: "get",
  path: "/project/prices",
  tags: ["Project"],
  summary: "Show the prices of the models of the traced system",
  responses: { 200: json(ModelPrices, "The prices; an empty list if there are none.") },
});

export const putPrices = declare("admin", [], {
  method: "put",
  path: "/project/prices",
  audit: { action: "prices.update", shown: ["prices"] },
  tags: ["Project"],
  summary: "Set the prices of the models of the traced system",
  description:
    "The request replaces all prices. Costs are computed on reading, so new prices also change the costs of calls in the past. The prices of the project's own model are in `PUT /v1/project/model`.",
  request: { body: jsonBody(ModelPrices) },
  responses: { 200: json(ModelPrices, "The prices after the change.") },
});

export const listKeys = declare("admin", [], {
  method: "get",
  path: "/keys",
  tags: ["Keys"],
  summary: "List keys, newest first",
  description: `Lists the working keys, and up to ${MAX_ENDED_KEYS + MAX_KEYS} revoked or expired keys. When somebody creates a key, the service keeps only the ${MAX_ENDED_KEYS} keys that ended last, and deletes the other ended keys.`,
  request: { query: PageQuery },
  responses: { 200: json(Page(Key), "One page.") },
});

export const createKey = declare("keys", ["conflict"], {
  method: "post",
  path: "/keys",
  isRepeatable: false,
  audit: { action: "key.create", shown: ["name", "scopes", "expiresAt"] },
  tags: ["Keys"],
  summary: "Create a key",
  description:
    "A key with the scope `keys` can create keys. The new keys can only have scopes that the creating key has, and expire no later than it does.",
  request: { body: jsonBody(CreateKey) },
  responses: { 201: json(KeyWithSecret, "The key, shown only once.") },
});

export const revokeKey = declare("admin", ["not_found"], {
  method: "delete",
  path: "/keys/{key}",
  audit: "key.revoke",
  tags: ["Keys"],
  summary: "Revoke a key",
  description: "Takes effect everywhere within 60 seconds.",
  request: { params: z.object({ key: z.string() }) },
  responses: { 200: json(Key, "The revoked key.") },
});

export const listJobs = declare("read", [], {
  method: "get",
  path: "/jobs",
  tags: ["Jobs"],
  summary: "List jobs, newest first",
  description: "Ended jobs are listed for thirty days.",
  request: { query: JobFilter.extend(PageQuery.shape) },
  responses: { 200: json(Page(Job), "One page.") },
});

export const showJob = declare("read", ["not_found"], {
  method: "get",
  path: "/jobs/{job}",
  tags: ["Jobs"],
  summary: "Show a job's progress and cost",
  request: { params: z.object({ job: z.string() }) },
  responses: { 200: json(Job, "The job.") },
});
