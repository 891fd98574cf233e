/** Runs rounds of the optimiser in one project, with a scripted model behind the real protocol. */

import { expect } from "vitest";
import type { Job } from "../../../src/protocol/api/jobs.ts";
import type { ServedPrompts } from "../../../src/protocol/api/prompts.ts";
import type { Proposal } from "../../../src/protocol/api/proposals.ts";
import type { Input } from "../../../src/protocol/routes/client.ts";
import type { Asked, AskedPrompt } from "../../optimization/support/scripted-optimizer.ts";
import { EXTRACT, EXTRACT_TEXT, promptedDog, type Told } from "./prompted-dog.ts";
import { ScriptedModel } from "./scripted-model.ts";
import { clientOf, newProject, type OwnProject } from "./tenants.ts";
import { sendPacked } from "./traces.ts";
import { until } from "./until.ts";

export const CHANGE = "Extract also the names of pets.";
export const BETTER = EXTRACT_TEXT.replace("for a living", "for a living, and how pets are called");

type Wish = Input<"POST /proposals">["body"];

const isExtract = ({ name }: AskedPrompt) => name === EXTRACT;

/** Default answers for each role of the optimiser. */
export const USUAL: Readonly<Record<Asked["task"], (asked: Asked) => object>> = {
  suggest: ({ prompts }) => {
    const prompt = prompts.find(isExtract) ?? prompts[0];
    return { fixable: true, prompt: prompt?.id, change: CHANGE, why: "“Rex” was left out." };
  },
  aggregate: ({ points, suggestions }) => ({
    points: [{ change: CHANGE, from: [...points, ...suggestions].map(({ id }) => id) }],
  }),
  rewrite: ({ prompt, points }) => ({
    text: prompt.text.replace("for a living", "for a living, and how pets are called"),
    changes: [{ point: points[0]?.id, what: "Asks for pets." }],
  }),
};

export class OptimizerRounds {
  readonly tenant: OwnProject;
  readonly api: ReturnType<typeof clientOf>;
  readonly model: ScriptedModel;
  /** Answers by role that replace the default ones. */
  readonly roles: Partial<Record<Asked["task"], (asked: Asked) => object | string>> = {};
  readonly asked: Asked[] = [];

  static async open(): Promise<OptimizerRounds> {
    return new OptimizerRounds(await newProject());
  }

  private constructor(tenant: OwnProject) {
    this.tenant = tenant;
    this.api = clientOf(tenant.key);
    this.model = new ScriptedModel(({ messages }) => {
      const question = JSON.parse(messages[1]?.content ?? "{}") as Asked;
      if (question.task === undefined) return { text: JSON.stringify({ answer: "", quotes: [] }) };
      this.asked.push(question);
      const answer = (this.roles[question.task] ?? USUAL[question.task])(question);
      return { text: typeof answer === "string" ? answer : JSON.stringify(answer) };
    });
  }

  close(): void {
    this.model.close();
  }

  async configure(usdPerJob = 50): Promise<void> {
    const endpoint = { url: "https://models.example.com/v1", model: "small", key: "sk-1" };
    const prices = { usdPerMillionInput: 100, usdPerMillionOutput: 0 };
    await this.api("PUT /project/model", {
      body: { endpoints: [{ ...endpoint, ...prices }], usdPerDay: 100, usdPerCase: 50, usdPerJob },
    });
  }

  async wrongAnswer(graph: string, told: Told = {}) {
    await sendPacked(this.tenant.key, promptedDog(graph, told));
    return this.attributed({ graph });
  }

  attributed(query: { graph?: string } = {}) {
    return until(async () => {
      const [found] = (await this.api("GET /cases", { query })).items;
      return found?.state === "done" ? found : undefined;
    });
  }

  async begin(json: Wish = {}) {
    const answer = await this.api.response("POST /proposals", { body: json });
    return {
      status: answer.status as number,
      body: (await answer.json()) as Job & { error: { code: string; message: string } },
    };
  }

  async job(id: string): Promise<Job> {
    return (await this.api("GET /jobs/{job}", { params: { job: id } })) as Job;
  }

  ended(id: string): Promise<Job> {
    return until(async () => {
      const job = await this.job(id);
      return job.state === "done" || job.state === "failed" ? job : undefined;
    });
  }

  /** Starts a round and waits until it ends. */
  async make(json: Wish = {}): Promise<Job> {
    const { status, body } = await this.begin(json);
    expect(status).toBe(202);
    return this.ended(body.id);
  }

  async show(id: string | null): Promise<Proposal> {
    const answer = await this.api.response("GET /proposals/{proposal}", {
      params: { proposal: id ?? "" },
    });
    return (await answer.json()) as Proposal;
  }

  async decide(id: string, how: "accept" | "reject", body: object = {}) {
    const params = { proposal: id };
    const answer =
      how === "accept"
        ? await this.api.response("POST /proposals/{proposal}/accept", { params, body })
        : await this.api.response("POST /proposals/{proposal}/reject", {
            ...{ params, body: body as { reason: string } },
          });
    return { status: answer.status as number, body: (await answer.json()) as unknown as Proposal };
  }

  async served() {
    const answer = await this.api.response("GET /served-prompts");
    return ((await answer.json()) as ServedPrompts).prompts;
  }

  /** Returns the outcome of each case in a round. */
  async outcomes(job: string) {
    return (await this.api("GET /suggestions", { query: { round: job } })).items;
  }

  /** Sets a model, records a wrong answer, and runs the round that proposes a prompt for it. */
  async proposed(told?: Told) {
    await this.configure();
    const wrong = await this.wrongAnswer("g", told);
    const job = await this.make();
    return { wrong, job, id: job.result ?? "" };
  }
}
