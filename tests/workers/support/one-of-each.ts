import { eq } from "drizzle-orm";
import { JobRepository } from "../../../src/database/jobs/job-repository.ts";
import { deletionReceipt, organizationExport } from "../../../src/database/schema/privacy.ts";
import { project } from "../../../src/database/schema/project.ts";
import { oauthClient, oauthConnection } from "../../../src/database/schema/teams/connections.ts";
import type { TraceEvent } from "../../../src/protocol/events/events.ts";
import { database } from "../../tenancy/support/browser.ts";
import { openProposal } from "./open-proposal.ts";
import { clientOf, type Tenant } from "./tenants.ts";
import { tellReplay } from "./told-replay.ts";
import { failingVerdict, forgottenDog, sendEvents } from "./traces.ts";
import { until } from "./until.ts";

/** Stores an export and a receipt without their jobs. */
async function exportAndReceipt(project: string, graph: string) {
  const organization = await organizationOf(project);
  const [id, receipt, file] = [`exp of ${graph}`, `rcp of ${graph}`, `${graph}.zip`];
  const times = { createdAt: Date.now(), expiresAt: Date.now() + 3_600_000 };
  const files = [{ name: file, project, graphs: 0, after: null }];
  await database.insert(organizationExport).values({
    ...{ id, organization, person: "nobody", job: "none", state: "ready", files, ...times },
  });
  await database.insert(deletionReceipt).values({ id: receipt, organization, project, at: 0 });
  return { export: id, receipt, file };
}

/** Stores an app that the owner connected. */
async function connectedApp({ project, organization, owner }: Tenant): Promise<string> {
  const [id, client] = [`con_${crypto.randomUUID()}`, `app_${crypto.randomUUID()}`];
  await database
    .insert(oauthClient)
    .values({ id: client, name: "Editor", redirectUris: [], createdAt: 0 });
  await database.insert(oauthConnection).values({
    ...{ id, client, project, userId: owner.id, organizationId: organization },
    ...{ scopes: ["read"], factors: [], code: id, challenge: "", redirectUri: "" },
    ...{ createdAt: Date.now(), redeemedAt: Date.now(), expiresAt: Date.now() + 3_600_000 },
  });
  return id;
}

async function organizationOf(id: string): Promise<string> {
  const [row] = await database
    .select({ organization: project.organization })
    .from(project)
    .where(eq(project.id, id));
  return row?.organization ?? "";
}

/**
 * Creates one of each thing that has an id in the project. Returns the ids by the names of their
 * parameters.
 */
export async function oneOfEach(tenant: Tenant): Promise<Record<string, string>> {
  const { key, project, owner } = tenant;
  const api = clientOf(key);
  const graph = `graph of ${crypto.randomUUID()}`;
  const user = `user of ${graph}`;
  const named: TraceEvent = { type: "graph", id: "named", graph, at: 0, user };
  const right = { query: "Who?", prediction: "Ada", score: 1, evidence: [] };
  const { queryRef: _, predictionRef: __, ...judged } = Object(failingVerdict(graph, "right"));
  const passing: TraceEvent = { ...judged, ...right };
  await sendEvents(key, [...forgottenDog(graph), named, failingVerdict(graph), passing]);
  await api("GET /graphs/{graph}", { params: { graph } });
  const found = await until(async () => (await api("GET /cases")).items[0]);
  const replay = await tellReplay(key, found);
  const report = await api("POST /reports", { body: {} });
  const dataset = await api("POST /datasets", { body: { name: graph } });
  const ofDataset = { dataset: dataset.id };
  await api("POST /datasets/{dataset}/cases", { params: ofDataset, body: {} });
  const items = await api.response("GET /datasets/{dataset}/items", { params: ofDataset });
  const [item] = (await items.json()).items;
  const [answer] = await until(async () => {
    const { items } = await api("GET /answers", { query: { judged: "right" } });
    return items.length > 0 ? items : undefined;
  });
  const benchmark = await api("POST /benchmarks", { body: { name: graph, from: {} } });
  const experiment = await api("POST /experiments", { body: ofDataset });
  const prompt = { name: graph, text: "Extract facts." };
  const written = await api("POST /prompts", { body: prompt });
  const url = "https://hooks.example.com/";
  const endpoint = await api("POST /webhooks", { body: { url } });
  const params = { endpoint: endpoint.id };
  // Disable the webhook, so that the test sends nothing to the outside.
  await api("PATCH /webhooks/{endpoint}", { params, body: { state: "disabled" } });
  const channel = await api("POST /channels", {
    body: {
      ...{ kind: "slack", name: graph, events: [] },
      address: "https://hooks.slack.com/services/T000/B000/secret",
    },
  });
  await api("PATCH /channels/{channel}", {
    ...{ params: { channel: channel.id }, body: { state: "disabled" } },
  });
  const rule = await api("POST /rules", {
    body: { name: graph, events: ["report.ready"], channels: [channel.id] },
  });
  const filter = { opName: graph };
  const view = await api("POST /views", { body: { name: graph, filter } });
  const link = await api("POST /links", { body: { kind: "case", target: found.id } });
  const delivery = await api("POST /webhooks/{endpoint}/test", { params });
  const proposal = await openProposal(project, key);
  const [finding] = (await api("GET /findings")).items;
  const queue = await api("POST /queues", {
    body: { name: graph, people: [owner.id], cases: { graph } },
  });
  const comment = await api("POST /cases/{case}/comments", {
    ...{ params: { case: found.id }, body: { body: "The dog is named Rex." } },
  });
  const jobs = new JobRepository(database, project);
  const input = { report: report.id, systems: [] };
  const job = await jobs.create({ id: `job_${graph}`, kind: "report", input }, 0);
  const privacy = await exportAndReceipt(project, graph);
  const ids = {
    ...privacy,
    connection: await connectedApp(tenant),
    graph,
    answer: answer?.id ?? "",
    benchmark: benchmark.id,
    finding: finding?.id ?? "",
    job: job?.id ?? "",
    proposal,
    ...{ view: view.id, link: link.id },
    user,
    operation: "op-extract",
    variable: "message:m1@1",
    case: found.id,
    replay: replay.id,
    comment: comment.id,
    queue: queue.id,
    ...{ prompt: written.prompt, version: `${written.number}` },
    ...{ ...ofDataset, item: item?.id ?? "", experiment: experiment.id, against: experiment.id },
  };
  const told = { endpoint: endpoint.id, channel: channel.id, rule: rule.id, delivery: delivery.id };
  return { ...ids, report: report.id, ...told };
}
