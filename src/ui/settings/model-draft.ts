/**
 * Holds the settings of the model as text, the way a person types them into the form. The service
 * never returns a stored key, so a key is here only if the person has just typed it.
 */
import type { ModelSettings, PutModelSettings } from "../../protocol/api/model-settings.ts";

export interface EndpointDraft {
  readonly id: number;
  readonly url: string;
  readonly model: string;
  /** The entered key. If empty, the service keeps the stored key for the URL. */
  readonly key: string;
  readonly keyHint: string | null;
  readonly usdPerMillionInput: string;
  readonly usdPerMillionOutput: string;
  readonly embeddingsModel: string;
  readonly usdPerMillionEmbedded: string;
}

/** The team's notes on one memory system. */
export interface SystemDraft {
  readonly id: number;
  readonly system: string;
  readonly description: string;
}

export interface ModelDraft {
  readonly endpoints: readonly EndpointDraft[];
  readonly workersAi: boolean;
  readonly usdPerCase: string;
  readonly usdPerJob: string;
  readonly usdPerDay: string;
  readonly tokensPerCase: string;
  readonly agentSteps: string;
  readonly agentContextTokens: string;
  readonly systemDescription: string;
  readonly systems: readonly SystemDraft[];
}

export function draftOf(settings: ModelSettings): ModelDraft {
  const endpoints = settings.endpoints.map((endpoint, id) => ({
    ...{ id, url: endpoint.url, model: endpoint.model, key: "", keyHint: endpoint.keyHint },
    usdPerMillionInput: String(endpoint.usdPerMillionInput),
    usdPerMillionOutput: String(endpoint.usdPerMillionOutput),
    embeddingsModel: endpoint.embeddingsModel,
    usdPerMillionEmbedded: String(endpoint.usdPerMillionEmbedded),
  }));
  const { workersAi } = settings;
  return {
    workersAi,
    endpoints: endpoints.length > 0 || workersAi ? endpoints : [emptyEndpoint(0)],
    usdPerCase: String(settings.usdPerCase),
    usdPerJob: String(settings.usdPerJob),
    usdPerDay: String(settings.usdPerDay),
    tokensPerCase: String(settings.tokensPerCase),
    agentSteps: String(settings.agentSteps),
    agentContextTokens: String(settings.agentContextTokens),
    systemDescription: settings.systemDescription,
    systems: Object.entries(settings.systemDescriptions).map(([system, description], id) => ({
      ...{ id, system, description },
    })),
  };
}

export function emptyEndpoint(id: number): EndpointDraft {
  return {
    ...{ id, url: "", model: "", key: "", keyHint: null },
    ...{ usdPerMillionInput: "0", usdPerMillionOutput: "0" },
    ...{ embeddingsModel: "", usdPerMillionEmbedded: "0" },
  };
}

/** Switches Workers AI on or off. Workers AI needs no endpoint, so empty endpoints are removed. */
export function withWorkersAi(draft: ModelDraft, workersAi: boolean): ModelDraft {
  const filled = draft.endpoints.filter(({ url, model }) => url !== "" || model !== "");
  const endpoints = workersAi || filled.length > 0 ? filled : [emptyEndpoint(0)];
  return { ...draft, workersAi, endpoints };
}

export function settingsOf(draft: ModelDraft): PutModelSettings {
  return {
    endpoints: draft.endpoints.map(({ url, model, key, ...endpoint }) => ({
      url: url.trim(),
      model: model.trim(),
      usdPerMillionInput: Number(endpoint.usdPerMillionInput),
      usdPerMillionOutput: Number(endpoint.usdPerMillionOutput),
      embeddingsModel: endpoint.embeddingsModel.trim(),
      usdPerMillionEmbedded: Number(endpoint.usdPerMillionEmbedded),
      ...(key === "" ? {} : { key }),
    })),
    workersAi: draft.workersAi,
    usdPerCase: Number(draft.usdPerCase),
    usdPerJob: Number(draft.usdPerJob),
    usdPerDay: Number(draft.usdPerDay),
    tokensPerCase: Number(draft.tokensPerCase),
    agentSteps: Number(draft.agentSteps),
    agentContextTokens: Number(draft.agentContextTokens),
    systemDescription: draft.systemDescription,
    systemDescriptions: Object.fromEntries(
      draft.systems
        .filter(({ system }) => system.trim() !== "")
        .map(({ system, description }) => [system.trim(), description]),
    ),
  };
}
