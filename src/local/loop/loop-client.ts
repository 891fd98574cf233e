/** The parts of the API that close the loop: the model that is asked, rounds of proposals, decisions. */
import type { Job } from "../../protocol/api/jobs.ts";
import type { ModelSettings } from "../../protocol/api/model-settings.ts";
import type { ServedPrompts } from "../../protocol/api/prompts.ts";
import type {
  BlameMode,
  Proposal,
  ProposalSummary,
  Suggestion,
} from "../../protocol/api/proposals.ts";
import { ProjectClient } from "../client/project-client.ts";
import { answerTo, type Requests } from "../client/requests.ts";
import { untilSettled } from "../demo/completion.ts";

/** In dollars for a million tokens: as of a small model, so that there is something to add up. */
const PRICES = { usdPerMillionInput: 0.4, usdPerMillionOutput: 1.6 };
const PAGE_ITEMS = 200;

export class LoopClient extends ProjectClient {
  readonly #requests: Requests;

  constructor(url: string, key: string) {
    const requests = { url, headers: () => ({ Authorization: `Bearer ${key}` }) };
    super(requests);
    this.#requests = requests;
  }

  setModel(endpoint: { url: string; model: string; key: string }): Promise<ModelSettings> {
    return this.call("PUT", "/v1/project/model", { endpoints: [{ ...endpoint, ...PRICES }] });
  }

  async forgetModel(): Promise<void> {
    await answerTo(this.#requests, { method: "DELETE", path: "/v1/project/model" });
  }

  /** A round of proposals, once its job has ended. */
  async propose(attribution: BlameMode): Promise<Job> {
    const { id } = await this.call<Job>("POST", "/v1/proposals", { attribution });
    const { found } = await untilSettled(
      () => this.call<Job>("GET", `/v1/jobs/${id}`),
      ({ done }) => done,
      ({ state }) => state === "done" || state === "failed",
    );
    return found;
  }

  async proposalsOf(round: string): Promise<ProposalSummary[]> {
    const query = new URLSearchParams({ round, limit: `${PAGE_ITEMS}` });
    const { items } = await this.call<{ items: ProposalSummary[] }>(
      "GET",
      `/v1/proposals?${query}`,
    );
    return items;
  }

  async suggestionsOf(round: string): Promise<Suggestion[]> {
    const query = new URLSearchParams({ round, limit: `${PAGE_ITEMS}` });
    const { items } = await this.call<{ items: Suggestion[] }>("GET", `/v1/suggestions?${query}`);
    return items;
  }

  /** The texts that an app of this project would use now, by the prompts' names. */
  async servedTexts(): Promise<Map<string, string>> {
    const { prompts } = await this.call<ServedPrompts>("GET", "/v1/served-prompts");
    return new Map(prompts.flatMap(({ name, active }) => (active ? [[name, active.text]] : [])));
  }

  accept(proposal: string): Promise<Proposal> {
    return this.call("POST", `/v1/proposals/${proposal}/accept`, {});
  }
}
