import { logFailure } from "../src/database/failure-log.ts";
import { attributeGraph } from "../src/jobs/attribution/attribute-graph.ts";
import { openModel } from "../src/jobs/models/project-model.ts";
import { openDatabases } from "./databases.ts";
import type { Bindings } from "./env.ts";
import type { GraphMessage } from "./messages.ts";
import { modelDeps, newId, projectRepositories, wakeDeliveries } from "./services.ts";

/** Each message is a graph with something to attribute. A failed one comes again, then is swept. */
export async function consumeAttributions(
  batch: MessageBatch<GraphMessage>,
  env: Bindings,
): Promise<void> {
  const { database, packs } = openDatabases(env);
  const seen = new Set<string>();
  for (const message of batch.messages) {
    const { project, graph } = message.body;
    const key = `${project}:${graph}`;
    try {
      if (!seen.has(key)) {
        await attributeGraph(
          {
            ...projectRepositories(database, packs, project),
            project,
            publicUrl: env.PUBLIC_URL,
            now: Date.now,
            newId,
            openModel: (settings) => openModel(settings, modelDeps(env)),
            wakeAttribution: async (waiting) => {
              await env.ATTRIBUTION_QUEUE.send({ project, graph: waiting });
            },
            wakeDeliveries: (ids) => wakeDeliveries(env, project, ids),
          },
          graph,
        );
      }
      seen.add(key);
      message.ack();
    } catch (error) {
      logFailure("attribution job failed", error, { project, graph });
      message.retry({ delaySeconds: 5 * message.attempts });
    }
  }
}
