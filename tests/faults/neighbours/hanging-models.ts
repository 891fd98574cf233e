/** One tenant has reports and wrong answers whose model hangs, or streams an answer without end. */

import { answerTo, eventsOf, graphsOf, periodOf } from "../support/job-rounds.ts";
import { PaidModel } from "../support/paid-model.ts";
import { seeded } from "../support/random.ts";
import { endlessModel, hanging } from "./bad-servers.ts";
import { paced, QuietTenant, timesOf } from "./quiet-tenant.ts";
import { type Scenario, until } from "./scenario.ts";

const REPORTS = 3;

export const hangingModels: Scenario = {
  async run(service) {
    const quiet = await QuietTenant.of(service);
    const model = await PaidModel.start((body) => answerTo(body, 0), seeded(1));
    service.atEnd(() => model.stop());
    await quiet.tenant.setModel(model.url);
    for (const start of [hanging, endlessModel]) {
      const noisy = await service.newTenant();
      // Attribute these without a model, so that the reports have cases to read.
      for (const graph of graphsOf(0)) await noisy.record(eventsOf(0, graph));
      await until(async () => {
        const { items } = await noisy.call<{ items: unknown[] }>("GET", "/v1/cases?state=done");
        return items.length === graphsOf(0).length;
      });
      await noisy.setModel(await start(service));
      for (let asked = 0; asked < REPORTS; asked++) {
        await noisy.call("POST", "/v1/reports", periodOf(0));
      }
      for (const graph of graphsOf(1)) await noisy.record(eventsOf(1, graph));
    }
    const answers = await paced(20, 500, () => quiet.wrongAnswer());
    const reports = await paced(5, 1_000, () => quiet.report());
    return [
      ...timesOf("a wrong answer until it is told, beside models that hang", answers),
      ...timesOf("a report until it is told, beside models that hang", reports),
    ];
  },
};
