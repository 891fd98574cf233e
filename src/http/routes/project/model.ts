import type { StoredModelSettings } from "../../../database/jobs/model-repository.ts";
import type { StoredModelEndpoint } from "../../../database/schema/model.ts";
import {
  DEFAULT_MODEL_SETTINGS,
  type ModelSettings,
  type PutModelSettings,
} from "../../../protocol/api/model-settings.ts";
import { putModel, removeModel, showModel, testModel } from "../../../protocol/routes/project.ts";
import { checkEndpointUrl } from "../../../webhooks/url-policy.ts";
import type { ProjectServices, Services } from "../../context.ts";
import { ApiError, notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const model = router()
  .openapi(operation(showModel), async (c) =>
    c.json(await settingsOf(c.get("project"), c.get("services")), 200),
  )
  .openapi(operation(putModel), async (c) => {
    const project = c.get("project");
    const services = c.get("services");
    const wanted = c.req.valid("json");
    if (wanted.workersAi && services.workersAiModels === null) {
      throw new ApiError(
        "invalid_request",
        "workersAi: this deployment has no Workers AI. Leave it out, or ask the operator of the deployment to bind it.",
      );
    }
    const before = await project.model.settings();
    c.set("before", limitsOf(before ?? DEFAULT_MODEL_SETTINGS));
    const known = before?.endpoints ?? [];
    const endpoints = await Promise.all(
      wanted.endpoints.map((endpoint, index) => stored(endpoint, index, known, services)),
    );
    await project.model.put({ ...limitsOf(wanted), endpoints });
    return c.json(await settingsOf(project, services), 200);
  })
  .openapi(operation(removeModel), async (c) => {
    await c.get("project").model.remove();
    return c.body(null, 204);
  })
  .openapi(operation(testModel), async (c) => {
    const project = c.get("project");
    const settings = await project.model.settings();
    if (settings === undefined) throw notFound("model");
    return c.json(await project.testModel(settings), 200);
  });

const HINT_CHARS = 4;

const MIN_HINTED_CHARS = 16;

async function stored(
  { key, url, ...endpoint }: PutModelSettings["endpoints"][number],
  index: number,
  known: readonly StoredModelEndpoint[],
  { urlPolicy, modelSealing }: Services,
): Promise<StoredModelEndpoint> {
  const verdict = checkEndpointUrl(url, urlPolicy);
  if (!verdict.ok) {
    throw new ApiError("url_not_allowed", `endpoints.${index}.url: ${verdict.fault}`);
  }
  const address = verdict.value;
  if (key === undefined) {
    // Keep the stored key only if the URL is the same. Otherwise, the key would be sent to another
    // server.
    const same = known.find((item) => item.url === address);
    const kept = { sealedKey: same?.sealedKey ?? null, keyHint: same?.keyHint ?? null };
    return { ...endpoint, url: address, ...kept };
  }
  const sealedKey = key === null ? null : await modelSealing.seal(key);
  const shown = key !== null && key.length >= MIN_HINTED_CHARS ? key.slice(-HINT_CHARS) : "";
  return { ...endpoint, url: address, sealedKey, keyHint: key === null ? null : `…${shown}` };
}

async function settingsOf(
  project: ProjectServices,
  { now, workersAiModels }: Services,
): Promise<ModelSettings> {
  const [settings, today] = await Promise.all([
    project.model.settings(),
    project.model.spentOn(now()),
  ]);
  const limits = limitsOf(settings ?? DEFAULT_MODEL_SETTINGS);
  const endpoints = (settings?.endpoints ?? []).map(({ sealedKey: _, ...shown }) => shown);
  return { ...limits, endpoints, workersAiModels, today };
}

function limitsOf({
  workersAi,
  usdPerCase,
  usdPerJob,
  usdPerDay,
  tokensPerCase,
  agentSteps,
  agentContextTokens,
  systemDescription,
  systemDescriptions,
}: Omit<StoredModelSettings, "endpoints">) {
  return {
    workersAi,
    ...{ usdPerCase, usdPerJob, usdPerDay, tokensPerCase, agentSteps, agentContextTokens },
    ...{ systemDescription, systemDescriptions },
  };
}
