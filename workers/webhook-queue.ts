import { openDatabase } from "../src/database/database.ts";
import { logFailure } from "../src/database/failure-log.ts";
import { WebhookRepository } from "../src/database/jobs/webhook-repository.ts";
import { deliverWebhook } from "../src/jobs/deliver-webhook.ts";
import type { Bindings } from "./env.ts";
import type { DeliveryMessage } from "./messages.ts";
import { newId, urlPolicyOf, wakeDeliveries, webhookSealing } from "./services.ts";

/** Deliveries of a batch go out side by side: a slow receiver must not hold up the others. */
export async function consumeDeliveries(
  batch: MessageBatch<DeliveryMessage>,
  env: Bindings,
): Promise<void> {
  await Promise.all(batch.messages.map((message) => consumeDelivery(message, env)));
}

async function consumeDelivery(message: Message<DeliveryMessage>, env: Bindings): Promise<void> {
  const { project, delivery } = message.body;
  try {
    await deliverWebhook<AbortSignal>(
      {
        project,
        webhooks: new WebhookRepository(openDatabase(env.DB), project),
        sealing: webhookSealing(env),
        publicUrl: env.PUBLIC_URL,
        policy: urlPolicyOf(env),
        now: Date.now,
        random: Math.random,
        newId,
        hmac,
        fetch: (url, request) => fetch(url, request),
        timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
        wake: (id, delayMs) => wakeDeliveries(env, project, [id], delayMs),
      },
      delivery,
    );
    message.ack();
  } catch (error) {
    logFailure("delivery job failed", error, { project, delivery });
    message.retry({ delaySeconds: 5 * message.attempts });
  }
}

async function hmac(
  key: Uint8Array<ArrayBuffer>,
  data: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey(
    "raw",
    key,
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, data));
}
