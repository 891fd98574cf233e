import type { BlameMode } from "../../protocol/api/proposals.ts";
import { ProjectClient } from "../client/project-client.ts";
import { untilSettled } from "../demo/completion.ts";

/**
 * Prices of a small model, in US dollars per million tokens. With these prices, the demo can show
 * costs.
 */
const PRICES = { usdPerMillionInput: 0.4, usdPerMillionOutput: 1.6 };
const PAGE_ITEMS = 200;

export class LoopClient extends ProjectClient {
  constructor(url: string, key: string) {
    super({ url, headers: () => ({ Authorization: `Bearer ${key}` }) });
  }

  setModel(endpoint: { url: string; model: string; key: string }) {
    return this.call("PUT /project/model", { body: { endpoints: [{ ...endpoint, ...PRICES }] } });
  }

  forgetModel() {
    return this.call("DELETE /project/model");
  }

  /** Asks the service for a round of proposals, and waits until the round has ended. */
  async propose(attribution: BlameMode) {
    const { id } = await this.call("POST /proposals", { body: { attribution } });
    const { found } = await untilSettled(
      () => this.call("GET /jobs/{job}", { params: { job: id } }),
      ({ done }) => done,
      ({ state }) => state === "done" || state === "failed",
    );
    return found;
  }

  async proposalsOf(round: string) {
    return (await this.call("GET /proposals", { query: { round, limit: PAGE_ITEMS } })).items;
  }

  async suggestionsOf(round: string) {
    return (await this.call("GET /suggestions", { query: { round, limit: PAGE_ITEMS } })).items;
  }

  /**
   * Maps the name of each prompt to the text that the service gives to the apps of the project now.
   */
  async servedTexts(): Promise<Map<string, string>> {
    const { prompts } = await this.call("GET /served-prompts");
    return new Map(prompts.flatMap(({ name, active }) => (active ? [[name, active.text]] : [])));
  }

  accept(proposal: string) {
    return this.call("POST /proposals/{proposal}/accept", { params: { proposal }, body: {} });
  }
}
