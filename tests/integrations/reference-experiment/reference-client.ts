/** Requests of the experiment to the service, with a timeout for models that think for minutes. */

import { isAttributed } from "../../../src/local/demo/completion.ts";
import { LoopClient } from "../../../src/local/loop/loop-client.ts";
import { pause } from "../../../src/local/service.ts";
import type { CaseSummary } from "../../../src/protocol/api/api.ts";
import type { Job } from "../../../src/protocol/api/jobs.ts";
import type { BlameMode } from "../../../src/protocol/api/proposals.ts";

const ASK_EVERY_MS = 1_000;
/** Time without any progress after which the client gives up. */
const PATIENCE_MS = 30 * 60_000;

export interface ServiceModel {
  readonly url: string;
  readonly key: string;
  readonly model: string;
  readonly usdPerMillionInput: number;
  readonly usdPerMillionOutput: number;
  readonly usdPerDay: number;
}

export class ReferenceClient extends LoopClient {
  /**
   * Sets the model that investigates cases and rewrites prompts. Its only budget is the daily one.
   */
  async useModel({ usdPerDay, ...endpoint }: ServiceModel): Promise<void> {
    const budgets = { usdPerCase: usdPerDay, usdPerJob: usdPerDay, usdPerDay };
    await this.call("PUT /project/model", { body: { endpoints: [endpoint], ...budgets } });
  }

  /**
   * Waits until the whole graph was searched for wrong answers and all its cases are attributed.
   * Returns the cases.
   */
  attributedCases(graph: string): Promise<CaseSummary[]> {
    return patiently(async () => {
      const { isExamined } = await this.graph(graph);
      const cases = await this.cases({ graph });
      const done = cases.filter(isAttributed).length;
      return { progress: done, found: isExamined && done === cases.length ? cases : undefined };
    });
  }

  /** Starts a round of proposals and waits until its job has ended. */
  async round(attribution: BlameMode, from: string): Promise<Job> {
    const { id } = await this.call("POST /proposals", { body: { attribution, from } });
    return patiently(async () => {
      const job = await this.call("GET /jobs/{job}", { params: { job: id } });
      const isOver = job.state === "done" || job.state === "failed";
      return { progress: job.done, found: isOver ? job : undefined };
    });
  }
}

async function patiently<T>(
  look: () => Promise<{ readonly progress: number; readonly found: T | undefined }>,
): Promise<T> {
  let best = -1;
  let deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const { progress, found } = await look();
    if (found !== undefined) return found;
    if (progress > best) {
      best = progress;
      deadline = Date.now() + PATIENCE_MS;
    }
    if (Date.now() > deadline) throw new Error("The service made no progress for half an hour.");
    await pause(ASK_EVERY_MS);
  }
}
