/** The model of a project's settings: opens it for a job, and tests it. */

import type { StoredModelSettings } from "../../database/jobs/model-repository.ts";
import type { StoredModelEndpoint } from "../../database/schema/model.ts";
import { EndpointClient, type ModelEndpoint } from "../../llm/endpoint.ts";
import { ModelPool, type PoolDeps } from "../../llm/pool.ts";
import type { ModelTest } from "../../protocol/api/model-settings.ts";
import type { Model } from "../../protocol/model.ts";
import { failure, type Result, success } from "../../protocol/result.ts";
import type { Sealing } from "../../tenancy/sealing.ts";
import { checkEndpointUrl, type UrlPolicy } from "../../webhooks/url-policy.ts";

export interface ModelDeps extends PoolDeps {
  /** A sealing for the purpose `model-key`. */
  readonly sealing: Sealing;
  readonly policy: UrlPolicy;
}

const UNSEALED =
  "The key cannot be read: the deployment's SEALING_KEY has changed. Enter the key again.";

/** The pool of the allowed endpoints; undefined if there are none. */
export async function openModel(
  settings: StoredModelSettings,
  deps: ModelDeps,
): Promise<Model | undefined> {
  const opened = await Promise.all(settings.endpoints.map((stored) => open(stored, deps)));
  const endpoints = opened.flatMap((item) => (item.ok ? [item.value] : []));
  return endpoints.length === 0 ? undefined : new ModelPool(endpoints, deps);
}

/** The team's notes on a memory system; empty by default. */
export function descriptionOf(
  { systemDescription, systemDescriptions }: StoredModelSettings,
  system: string | null,
): string {
  const own = system === null ? undefined : systemDescriptions[system];
  return [systemDescription, own ?? ""].filter((text) => text !== "").join("\n\n");
}

const QUESTION = "Answer with the one word: ready";
const MAX_TEST_TOKENS = 1_000;
const MAX_QUOTE_CHARS = 200;

/** Asks every endpoint one question. */
export async function testModel(
  settings: StoredModelSettings,
  deps: ModelDeps,
): Promise<ModelTest> {
  const items = await Promise.all(
    settings.endpoints.map(async (stored) => {
      const startedAt = deps.now();
      const { ok, message } = await tryEndpoint(stored, deps);
      const milliseconds = Math.max(0, Math.round(deps.now() - startedAt));
      return { url: stored.url, model: stored.model, ok, milliseconds, message };
    }),
  );
  return { items };
}

async function tryEndpoint(stored: StoredModelEndpoint, deps: ModelDeps) {
  const opened = await open(stored, deps);
  if (!opened.ok) return { ok: false, message: opened.fault };
  const answer = await new EndpointClient(opened.value, deps).ask({
    messages: [{ role: "user", text: QUESTION }],
    maxTokens: MAX_TEST_TOKENS,
  });
  if (!answer.ok) return answer;
  const text = answer.text.trim().slice(0, MAX_QUOTE_CHARS);
  return text === ""
    ? { ok: false, message: "The endpoint answered without a text." }
    : { ok: true, message: text };
}

/** Check the address each time, because the policy may have changed. */
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
