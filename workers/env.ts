/** The bindings of wrangler.toml. */
import type { GraphObject } from "./graph-object.ts";
import type { DeliveryMessage, GraphMessage, JobMessage } from "./messages.ts";

export interface Bindings {
  readonly ENVIRONMENT: "development" | "production";
  readonly PUBLIC_URL: string;
  readonly AUTH_SECRET: string;
  readonly SEALING_KEY: string;
  /** The deployed version. */
  readonly VERSION: WorkerVersionMetadata;
  readonly DB: D1Database;
  /** Name of the binding of the database that takes the packs of new projects. */
  readonly PACK_DATABASE: string;
  readonly GRAPHS: DurableObjectNamespace<GraphObject>;
  readonly ATTRIBUTION_QUEUE: Queue<GraphMessage>;
  readonly JOB_QUEUE: Queue<JobMessage>;
  readonly WEBHOOK_QUEUE: Queue<DeliveryMessage>;
  readonly PROJECT_RATE: RateLimit;
  readonly SIGN_IN_RATE: RateLimit;
}

declare global {
  namespace Cloudflare {
    interface Env extends Bindings {}
  }
}
