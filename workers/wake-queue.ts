import { logFailure } from "../src/database/failure-log.ts";
import type { Bindings } from "./env.ts";
import type { WorkKind } from "./lanes.ts";
import type { WakeMessage } from "./messages.ts";
import { projectWorkerName } from "./project-worker.ts";

/**
 * Wakes the workers of the projects in the messages, but does not wait until their work is done:
 * otherwise, the messages for other projects would wait too. If a wake-up fails, the queue delivers
 * its message again.
 */
export async function consumeWakes(
  kind: WorkKind,
  batch: MessageBatch<WakeMessage>,
  env: Bindings,
): Promise<void> {
  const projects = Map.groupBy(batch.messages, ({ body }) => body.project);
  await Promise.all(
    [...projects].map(async ([project, messages]) => {
      const wakes = messages.map(({ body: { project: _, ...wake } }) => wake);
      try {
        await env.WORKERS.getByName(projectWorkerName(kind, project)).wake(wakes);
        for (const message of messages) message.ack();
      } catch (error) {
        logFailure("a wake-up failed", error, { kind, project });
        for (const message of messages) message.retry({ delaySeconds: 5 * message.attempts });
      }
    }),
  );
}
