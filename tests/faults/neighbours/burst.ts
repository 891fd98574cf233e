/** One tenant has thousands of wrong answers at once, and a receiver that hangs. */
import { hanging } from "./bad-servers.ts";
import { paced, QuietTenant, timesOf } from "./quiet-tenant.ts";
import type { Scenario } from "./scenario.ts";
import { recordWrongAnswers } from "./wrong-answers.ts";

const WRONG_ANSWERS = 3_000;

export const burst: Scenario = {
  async run(service) {
    const quiet = await QuietTenant.of(service);
    const noisy = await service.newTenant();
    await noisy.newEndpoint(`${await hanging(service)}/hook`);
    await recordWrongAnswers(noisy, WRONG_ANSWERS);
    const deliveries = await paced(40, 250, () => quiet.testDelivery());
    const answers = await paced(20, 500, () => quiet.wrongAnswer());
    return [
      ...timesOf("a delivery beside a burst of wrong answers", deliveries),
      ...timesOf("a wrong answer until it is told, beside the burst", answers),
    ];
  },
};
