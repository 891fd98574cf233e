/**
 * One tenant has hundreds of webhooks whose receivers hang, answer byte by byte, or redirect in
 * circles.
 */
import { circling, dripping, hanging } from "./bad-servers.ts";
import { paced, QuietTenant, timesOf } from "./quiet-tenant.ts";
import { type Scenario, until } from "./scenario.ts";
import { recordWrongAnswers } from "./wrong-answers.ts";

const DELIVERIES_PER_RECEIVER = 150;

export const badReceivers: Scenario = {
  async run(service) {
    const quiet = await QuietTenant.of(service);
    const noisy = await service.newTenant();
    for (const start of [hanging, dripping, circling]) {
      await noisy.newEndpoint(`${await start(service)}/hook`);
    }
    await recordWrongAnswers(noisy, DELIVERIES_PER_RECEIVER);
    // Wait until every receiver has got every event.
    await until(async () => {
      const [row] = await service.rows<{ n: number }>("select count(*) as n from delivery");
      return (row?.n ?? 0) >= 3 * DELIVERIES_PER_RECEIVER;
    });
    const deliveries = await paced(40, 400, () => quiet.testDelivery());
    const answers = await paced(20, 400, () => quiet.wrongAnswer());
    return [
      ...timesOf("a delivery beside receivers that never answer", deliveries),
      ...timesOf("a wrong answer until it is told, beside such receivers", answers),
    ];
  },
};
