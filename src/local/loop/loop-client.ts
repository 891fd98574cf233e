import type { BlameMode } from "../../protocol/api/proposals.ts";
import { ProjectClient } from "../client/project-client.ts";
import { untilSettled } from "../demo/completion.ts";

/** US dollars per million tokens, typical of a small model. They let the demo show costs. */
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

  /** Starts a round of proposals and waits for its end. */
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

  /** Returns prompt name → text that the service now serves to the project's apps. */
  async servedTexts(): Promise<Map<string, string>> {
    const { prompts } = await this.call("GET /served-prompts");
    return new Map(prompts.flatMap(({ name, active }) => (active ? [[name, active.text]] : [])));
  }

  accept(proposal: string) {
    return this.call("POST /proposals/{proposal}/accept", { params: { proposal }, body: {} });
  }
}
