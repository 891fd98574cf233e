/** One tenant has thousands of wrong answers at once, and a receiver that hangs. */
import { failingVerdict, forgottenDog } from "../../workers/forgotten-dog.ts";
import { hanging } from "./bad-servers.ts";
import { paced, QuietTenant, timesOf } from "./quiet-tenant.ts";
import type { Scenario } from "./scenario.ts";

const GRAPHS = 100;
const WRONG_ANSWERS_PER_GRAPH = 30;

export const burst: Scenario = {
  async run(service) {
    const quiet = await QuietTenant.of(service);
    const noisy = await service.newTenant();
    await noisy.newEndpoint(`${await hanging(service)}/hook`);
    for (let number = 0; number < GRAPHS; number++) {
      const graph = `burst-${number}`;
      const verdicts = Array.from({ length: WRONG_ANSWERS_PER_GRAPH }, (_, index) => ({
        ...failingVerdict(graph, `w${index}`),
        ...{ query: `Question ${index} about the dog?`, seq: 20 + index },
      }));
      await noisy.record([...forgottenDog(graph), ...verdicts]);
    }
    const deliveries = await paced(40, 250, () => quiet.testDelivery());
    const answers = await paced(20, 500, () => quiet.wrongAnswer());
    return [
      ...timesOf("a delivery beside a burst of wrong answers", deliveries),
      ...timesOf("a wrong answer until it is told, beside the burst", answers),
    ];
  },
};
