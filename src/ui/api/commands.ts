/** What the pages change. */
import type {
  Case,
  CreateKey,
  CreateProject,
  KeyWithSecret,
  Label,
  Project,
  UpdateProject,
} from "../../protocol/api/api.ts";
import type { Job } from "../../protocol/api/jobs.ts";
import type {
  ModelSettings,
  ModelTest,
  PutModelSettings,
} from "../../protocol/api/model-settings.ts";
import type { AcceptProposal, Proposal } from "../../protocol/api/proposals.ts";
import type { Report } from "../../protocol/api/reports.ts";
import type {
  CreateEndpoint,
  Delivery,
  Endpoint,
  EndpointWithSecret,
  UpdateEndpoint,
} from "../../protocol/api/webhook-endpoints.ts";
import { addressOf as at, request } from "./request.ts";

export const createProject = (body: CreateProject) =>
  request<Project>("POST", "/v1/projects", { body });

export const updateProject = (project: string, body: UpdateProject) =>
  request<Project>("PATCH", "/v1/project", { query: { project }, body });

export const deleteProject = (project: string, name: string) =>
  request<Project>("DELETE", "/v1/project", { query: { project, name } });

export const putModel = (project: string, body: PutModelSettings) =>
  request<ModelSettings>("PUT", at("project", "model"), { query: { project }, body });

export const removeModel = (project: string) =>
  request<unknown>("DELETE", at("project", "model"), { query: { project } });

export const testModel = (project: string) =>
  request<ModelTest>("POST", at("project", "model", "test"), { query: { project } });

export const deleteGraph = (project: string, id: string) =>
  request<unknown>("DELETE", at("graphs", id), { query: { project } });

export const attributeAgain = (project: string, id: string) =>
  request<Case>("POST", at("cases", id, "attribute"), { query: { project } });

export const labelCase = (project: string, id: string, body: Label) =>
  request<Case>("PUT", at("cases", id, "label"), { query: { project }, body });

export const removeLabel = (project: string, id: string) =>
  request<unknown>("DELETE", at("cases", id, "label"), { query: { project } });

export const createEndpoint = (project: string, body: CreateEndpoint) =>
  request<EndpointWithSecret>("POST", at("webhooks"), { query: { project }, body });

export const updateEndpoint = (project: string, id: string, body: UpdateEndpoint) =>
  request<Endpoint>("PATCH", at("webhooks", id), { query: { project }, body });

export const deleteEndpoint = (project: string, id: string) =>
  request<unknown>("DELETE", at("webhooks", id), { query: { project } });

export const rotateSecret = (project: string, id: string) =>
  request<EndpointWithSecret>("POST", at("webhooks", id, "secret"), { query: { project } });

export const sendTest = (project: string, id: string) =>
  request<Delivery>("POST", at("webhooks", id, "test"), { query: { project } });

export const replayDelivery = (project: string, id: string) =>
  request<Delivery>("POST", at("deliveries", id, "replay"), { query: { project } });

export const createKey = (project: string, body: CreateKey) =>
  request<KeyWithSecret>("POST", at("keys"), { query: { project }, body });

export const revokeKey = (project: string, id: string) =>
  request<unknown>("DELETE", at("keys", id), { query: { project } });

export const createReport = (project: string, body: { from?: string; to?: string }) =>
  request<Report>("POST", at("reports"), { query: { project }, body });

export const lookForProposals = (project: string) =>
  request<Job>("POST", at("proposals"), { query: { project }, body: {} });

export const acceptProposal = (project: string, id: string, body: AcceptProposal) =>
  request<Proposal>("POST", at("proposals", id, "accept"), { query: { project }, body });

export const rejectProposal = (project: string, id: string, reason: string) =>
  request<Proposal>("POST", at("proposals", id, "reject"), {
    query: { project },
    body: { reason },
  });
