/** Lets the project's model propose the right output of the decisive operation. */
import { readMessage } from "../../attribution/roles/message-text.ts";
import type { ModelRepository, StoredModelSettings } from "../../database/jobs/model-repository.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Case } from "../../protocol/api/api.ts";
import type { Correction, ReplayPlan } from "../../protocol/api/replays.ts";
import type { Model, ModelFailure } from "../../protocol/model.ts";
import { writeCorrection } from "../../replay/write-correction.ts";
import { RememberingModel } from "../models/cached-model.ts";

export interface CorrectionDeps {
  readonly model: ModelRepository;
  openModel(settings: StoredModelSettings): Promise<Model | undefined>;
  now(): number;
}

/** Maximum time for the model calls. It is short, because a person waits for the proposal. */
const MAX_MS = 90_000;

export type Corrected =
  | { readonly ok: true; readonly value: Correction }
  | { readonly ok: false; readonly reason: "no_model" | "not_replayable" }
  | ModelFailure;

/** The model's answers are cached, so a second proposal for the same case costs nothing. */
export async function correctCase(
  deps: CorrectionDeps,
  graph: EvolutionGraph,
  of: Case,
  plan: ReplayPlan,
): Promise<Corrected> {
  const settings = await deps.model.settings();
  const opened = settings && (await deps.openModel(settings));
  if (settings === undefined || opened === undefined) return { ok: false, reason: "no_model" };
  const model = new RememberingModel({
    ...{ model: opened, repository: deps.model, scope: { graph: of.graph }, now: deps.now },
    ...{ usdPerDay: settings.usdPerDay, usdAtMost: settings.usdPerCase },
    until: deps.now() + MAX_MS,
  });
  const given = of.evidence.length > 0 ? of.evidence : (of.attribution?.evidence ?? []);
  const evidence = given.flatMap((id) => {
    const message = graph.variables.get(id);
    return message === undefined ? [] : readMessage(message).content;
  });
  const answer = await writeCorrection(model, { plan, evidence });
  return answer ?? { ok: false, reason: "not_replayable" };
}
