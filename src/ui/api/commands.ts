import type { CreateKey } from "../../protocol/api/api.ts";
import type { CreateReport } from "../../protocol/api/insights/reports.ts";
import type { PutModelSettings } from "../../protocol/api/model-settings.ts";
import type { AcceptProposal } from "../../protocol/api/proposals.ts";
import type { CreateProject, UpdateProject } from "../../protocol/api/teams/project.ts";
import type { CreateEndpoint, UpdateEndpoint } from "../../protocol/api/webhook-endpoints.ts";
import { call } from "./request.ts";

export const createProject = (body: CreateProject) => call("POST /projects", { body });

export const updateProject = (project: string, body: UpdateProject) =>
  call("PATCH /project", { query: { project }, body });

export const deleteProject = (project: string, name: string) =>
  call("DELETE /project", { query: { project, name } });

export const putModel = (project: string, body: PutModelSettings) =>
  call("PUT /project/model", { query: { project }, body });

export const removeModel = (project: string) =>
  call("DELETE /project/model", { query: { project } });

export const testModel = (project: string) =>
  call("POST /project/model/test", { query: { project } });

export const deleteGraph = (project: string, id: string) =>
  call("DELETE /graphs/{graph}", { params: { graph: id }, query: { project } });

export const examineGraph = (project: string, id: string) =>
  call("POST /graphs/{graph}/examine", { params: { graph: id }, query: { project } });

export const askGraph = (project: string, id: string, question: string) =>
  call("POST /graphs/{graph}/ask", {
    params: { graph: id },
    query: { project },
    body: { question },
  });

export const attributeAgain = (project: string, id: string) =>
  call("POST /cases/{case}/attribute", { params: { case: id }, query: { project } });

export const createEndpoint = (project: string, body: CreateEndpoint) =>
  call("POST /webhooks", { query: { project }, body });

export const updateEndpoint = (project: string, id: string, body: UpdateEndpoint) =>
  call("PATCH /webhooks/{endpoint}", { params: { endpoint: id }, query: { project }, body });

export const deleteEndpoint = (project: string, id: string) =>
  call("DELETE /webhooks/{endpoint}", { params: { endpoint: id }, query: { project } });

export const rotateSecret = (project: string, id: string) =>
  call("POST /webhooks/{endpoint}/secret", { params: { endpoint: id }, query: { project } });

export const sendTest = (project: string, id: string) =>
  call("POST /webhooks/{endpoint}/test", { params: { endpoint: id }, query: { project } });

export const replayDelivery = (project: string, id: string) =>
  call("POST /deliveries/{delivery}/replay", { params: { delivery: id }, query: { project } });

export const createKey = (project: string, body: CreateKey) =>
  call("POST /keys", { query: { project }, body });

export const revokeKey = (project: string, id: string) =>
  call("DELETE /keys/{key}", { params: { key: id }, query: { project } });

export const removeConnectedApp = (project: string, id: string) =>
  call("DELETE /connected-apps/{connection}", { params: { connection: id }, query: { project } });

export const createReport = (project: string, body: CreateReport) =>
  call("POST /reports", { query: { project }, body });

export const lookForProposals = (project: string) =>
  call("POST /proposals", { query: { project }, body: {} });

export const acceptProposal = (project: string, id: string, body: AcceptProposal) =>
  call("POST /proposals/{proposal}/accept", { params: { proposal: id }, query: { project }, body });

export const rejectProposal = (project: string, id: string, reason: string) =>
  call("POST /proposals/{proposal}/reject", {
    params: { proposal: id },
    query: { project },
    body: { reason },
  });
