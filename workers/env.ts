import type { WorkersAi } from "../src/jobs/models/project-model.ts";
import type { EmailBinding } from "../src/mail/providers/email-binding.ts";
import type { GraphObject } from "./graph-object.ts";
import type { Wake, WakeMessage } from "./messages.ts";

/**
 * The method of a project's worker that other code may call. The type is declared here, apart from
 * the class: importing the class would make an import cycle.
 */
export interface WakeableWorker extends Rpc.DurableObjectBranded {
  wake(wakes: readonly Wake[]): Promise<void>;
}

export interface Bindings {
  readonly ENVIRONMENT: "development" | "production";
  readonly PUBLIC_URL: string;
  readonly AUTH_SECRET: string;
  readonly SEALING_KEY: string;
  readonly VERSION: WorkerVersionMetadata;
  /** The files of the UI. */
  readonly ASSETS: Fetcher;
  readonly DB: D1Database;
  /**
   * Where packs of new projects are stored: `auto` for the database with the most space, or the
   * name of a binding.
   */
  readonly PACK_DATABASE: string;
  /** Optional bucket for packs of graphs that received no event for a long time. */
  readonly COLD_PACKS?: R2Bucket;
  /** After this many days without a new pack, a graph's packs move to COLD_PACKS. 30 if absent. */
  readonly COLD_AFTER_DAYS?: string;
  /** The plan (in `PLANS`) of organizations without their own plan. Unlimited if absent. */
  readonly DEFAULT_PLAN?: string;
  /** A billing system with Stripe's API. Empty or absent if there is none. */
  readonly BILLING_API_URL?: string;
  /** Secret. */
  readonly BILLING_API_KEY?: string;
  /** Meters that exist in the billing system, separated by commas. */
  readonly BILLING_METERS?: string;
  readonly GRAPHS: DurableObjectNamespace<GraphObject>;
  readonly WORKERS: DurableObjectNamespace<WakeableWorker>;
  readonly ATTRIBUTION_QUEUE: Queue<WakeMessage>;
  readonly JOB_QUEUE: Queue<WakeMessage>;
  readonly WEBHOOK_QUEUE: Queue<WakeMessage>;
  /** E-mail addresses of the installation's operators, separated by commas. */
  readonly OPERATORS?: string;
  /** Optional secret: programs with this key can open the operators' pages. */
  readonly OPERATOR_KEY?: string;
  readonly PROJECT_RATE: RateLimit;
  readonly SIGN_IN_RATE: RateLimit;
  readonly SIGN_UP_RATE: RateLimit;
  /** Optional dataset of Workers Analytics Engine. */
  readonly METRICS?: AnalyticsEngineDataset;
  /** Optional Workers AI, whose models need no key. */
  readonly AI?: WorkersAi;
  readonly WORKERS_AI_MODEL: string;
  /** Empty if no embeddings are used. */
  readonly WORKERS_AI_EMBEDDINGS_MODEL: string;
  /** Dollars per million input, output and embedded tokens: three numbers separated by commas. */
  readonly WORKERS_AI_PRICES: string;
  /** The sender of e-mails. If empty, the installation sends none. */
  readonly MAIL_FROM: string;
  /** An HTTP mail provider. If empty, the binding EMAIL sends the e-mails. */
  readonly MAIL_API_URL: string;
  /** Secret. */
  readonly MAIL_API_KEY?: string;
  /**
   * Client ids at sign-in providers; empty if the provider is not used. The client secrets are
   * secrets of the deployment.
   */
  readonly GOOGLE_CLIENT_ID: string;
  readonly GOOGLE_CLIENT_SECRET?: string;
  readonly GITHUB_CLIENT_ID: string;
  readonly GITHUB_CLIENT_SECRET?: string;
  /** A GitHub enterprise server. Empty for github.com. */
  readonly GITHUB_URL: string;
  /** An OpenID Connect provider, such as "https://id.example.com". Empty if there is none. */
  readonly OIDC_ISSUER: string;
  readonly OIDC_CLIENT_ID: string;
  readonly OIDC_CLIENT_SECRET?: string;
  /** The provider's name on the sign-in button. */
  readonly OIDC_NAME: string;
  /** With "required", people must confirm their address before they use projects. */
  readonly EMAIL_VERIFICATION: string;
  /** A DNS-over-HTTPS resolver that answers JSON. */
  readonly DNS_RESOLVER_URL: string;
  /** Optional: Cloudflare's e-mail binding. */
  readonly EMAIL?: EmailBinding;
}

declare global {
  namespace Cloudflare {
    interface Env extends Bindings {}
  }
}
