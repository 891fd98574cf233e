import type { StoredModelSettings } from "../../database/jobs/model-repository.ts";
import type { StoredModelEndpoint } from "../../database/schema/model.ts";
import type { ModelEndpoint } from "../../llm/endpoint.ts";
import { clientOf, ModelPool, type PoolDeps, spentOn } from "../../llm/pool.ts";
import { WORKERS_AI, type WorkersAiBinding, workersAiClient } from "../../llm/workers-ai.ts";
import type { ModelTest, WorkersAiModels } from "../../protocol/api/model-settings.ts";
import { type Model, NOTHING_SPENT, type Spent, sumSpent } from "../../protocol/model.ts";
import { failure, type Result, success } from "../../protocol/result.ts";
import type { Sealing } from "../../tenancy/sealing.ts";
import { checkEndpointUrl, type UrlPolicy } from "../../webhooks/url-policy.ts";

export type WorkersAi = WorkersAiBinding;

export interface ModelDeps extends Omit<PoolDeps, "otherClient"> {
  /** Absent if this installation has no Workers AI. */
  readonly workersAi?: WorkersAi;
  /** Encrypts and decrypts model keys (purpose `model-key`). */
  readonly sealing: Sealing;
  readonly policy: UrlPolicy;
  /** Null if this installation has no Workers AI. */
  readonly workersAiModels: WorkersAiModels | null;
}

const UNSEALED =
  "The key cannot be read: the deployment's SEALING_KEY has changed. Enter the key again.";

/** Opens the project's model. Returns undefined if none of the project's endpoints is allowed. */
export async function openModel(
  settings: StoredModelSettings,
  deps: ModelDeps,
): Promise<Model | undefined> {
  const opened = await Promise.all(settings.endpoints.map((stored) => open(stored, deps)));
  const endpoints = [
    ...opened.flatMap((item) => (item.ok ? [item.value] : [])),
    ...workersAiOf(settings, deps),
  ];
  return endpoints.length === 0 ? undefined : new ModelPool(endpoints, poolDeps(deps));
}

function poolDeps(deps: ModelDeps): PoolDeps {
  return { ...deps, otherClient: workersAiClient(deps.workersAi, deps) };
}

/**
 * Returns Workers AI as an endpoint, if the project uses it. It comes last in the pool, because its
 * model is the smallest.
 */
function workersAiOf(
  { workersAi }: StoredModelSettings,
  { workersAiModels }: ModelDeps,
): ModelEndpoint[] {
  return workersAi && workersAiModels ? [{ url: WORKERS_AI, key: null, ...workersAiModels }] : [];
}

/** Returns the team's description of a memory system. Empty if there is none. */
export function descriptionOf(
  { systemDescription, systemDescriptions }: StoredModelSettings,
  system: string | null,
): string {
  const isDescribed = system !== null && Object.hasOwn(systemDescriptions, system);
  const own = isDescribed ? systemDescriptions[system] : undefined;
  return [systemDescription, own ?? ""].filter((text) => text !== "").join("\n\n");
}

const QUESTION = "Answer with the one word: ready";
const MAX_TEST_TOKENS = 1_000;
const MAX_QUOTE_CHARS = 200;

/** @param pay is called with the total cost of the answers */
export async function testModel(
  settings: StoredModelSettings,
  deps: ModelDeps,
  pay: (spent: Spent) => Promise<void>,
): Promise<ModelTest> {
  const opened = settings.endpoints.map(async (stored) => ({
    ...{ url: stored.url, model: stored.model, opened: await open(stored, deps) },
  }));
  const own = workersAiOf(settings, deps).map((endpoint) => ({
    ...{ url: endpoint.url, model: endpoint.model, opened: success(endpoint) },
  }));
  const items = await Promise.all(
    [...(await Promise.all(opened)), ...own].map(async ({ url, model, opened: endpoint }) => {
      const startedAt = deps.now();
      const { ok, message, spent } = await tryEndpoint(endpoint, deps);
      const milliseconds = Math.max(0, Math.round(deps.now() - startedAt));
      return { shown: { url, model, ok, milliseconds, message }, spent };
    }),
  );
  await pay(items.map(({ spent }) => spent).reduce(sumSpent, NOTHING_SPENT));
  return { items: items.map(({ shown }) => shown) };
}

async function tryEndpoint(opened: Result<ModelEndpoint, string>, deps: ModelDeps) {
  if (!opened.ok) return { ok: false, message: opened.fault, spent: NOTHING_SPENT };
  const answer = await clientOf(opened.value, poolDeps(deps)).ask({
    messages: [{ role: "user", text: QUESTION }],
    maxTokens: MAX_TEST_TOKENS,
  });
  const used = answer.ok ? answer : answer.used;
  const cost = used === undefined ? NOTHING_SPENT : spentOn(opened.value, used);
  const spent = { ...cost, calls: answer.ok ? 1 : 0 };
  if (!answer.ok) return { ok: false, message: answer.message, spent };
  const text = answer.text.trim().slice(0, MAX_QUOTE_CHARS);
  return text === ""
    ? { ok: false, message: "The endpoint answered without a text.", spent }
    : { ok: true, message: text, spent };
}

/** Checks the stored address again, because the rules for addresses can have changed. */
async function open(
  stored: StoredModelEndpoint,
  { sealing, policy }: ModelDeps,
): Promise<Result<ModelEndpoint, string>> {
  const allowed = checkEndpointUrl(stored.url, policy);
  if (!allowed.ok) return allowed;
  const key = stored.sealedKey === null ? null : await sealing.open(stored.sealedKey);
  if (key !== null && !key.ok) return failure(UNSEALED);
  const { sealedKey: _, keyHint: __, ...endpoint } = stored;
  return success({ ...endpoint, key: key?.value ?? null });
}
