/** The bindings of wrangler.toml. */
import type { WorkersAi } from "../src/jobs/models/project-model.ts";
import type { EmailBinding } from "../src/mail/providers/email-binding.ts";
import type { GraphObject } from "./graph-object.ts";
import type { Wake, WakeMessage } from "./messages.ts";

/**
 * The method of a project's worker that other code calls. It is declared here, because the worker's
 * class imports this file. If this file also imported the class, there would be an import cycle.
 */
export interface WakeableWorker extends Rpc.DurableObjectBranded {
  wake(wakes: readonly Wake[]): Promise<void>;
}

export interface Bindings {
  readonly ENVIRONMENT: "development" | "production";
  readonly PUBLIC_URL: string;
  readonly AUTH_SECRET: string;
  readonly SEALING_KEY: string;
  /** The deployed version. */
  readonly VERSION: WorkerVersionMetadata;
  /** The files of the UI. */
  readonly ASSETS: Fetcher;
  readonly DB: D1Database;
  /**
   * Where the packs of new projects are stored: `auto` for the database with the most space, or the
   * name of a binding.
   */
  readonly PACK_DATABASE: string;
  /** Optional: a bucket for packs of graphs that received no event for a long time. */
  readonly COLD_PACKS?: R2Bucket;
  /**
   * Number of days without a new pack after which a graph's packs move to COLD_PACKS. 30 if absent.
   */
  readonly COLD_AFTER_DAYS?: string;
  /**
   * Name (in `PLANS`) of the plan for organizations that have no other plan. Unlimited if absent.
   */
  readonly DEFAULT_PLAN?: string;
  /** Address of a billing system with Stripe's API. Empty or absent if there is none. */
  readonly BILLING_API_URL?: string;
  /** Key of the billing system, a secret. */
  readonly BILLING_API_KEY?: string;
  /** Meters that exist in the billing system, separated by commas. */
  readonly BILLING_METERS?: string;
  readonly GRAPHS: DurableObjectNamespace<GraphObject>;
  readonly WORKERS: DurableObjectNamespace<WakeableWorker>;
  readonly ATTRIBUTION_QUEUE: Queue<WakeMessage>;
  readonly JOB_QUEUE: Queue<WakeMessage>;
  readonly WEBHOOK_QUEUE: Queue<WakeMessage>;
  /** E-mail addresses of the people who operate the installation, separated by commas. */
  readonly OPERATORS?: string;
  /** Optional secret: a key with which programs can open the operators' pages. */
  readonly OPERATOR_KEY?: string;
  readonly PROJECT_RATE: RateLimit;
  readonly SIGN_IN_RATE: RateLimit;
  readonly SIGN_UP_RATE: RateLimit;
  /** Optional: a dataset of Workers Analytics Engine. */
  readonly METRICS?: AnalyticsEngineDataset;
  /** Optional: models of Workers AI, which need no key. */
  readonly AI?: WorkersAi;
  readonly WORKERS_AI_MODEL: string;
  /** Empty if no model for embeddings is used. */
  readonly WORKERS_AI_EMBEDDINGS_MODEL: string;
  /** Prices in dollars per million input, output and embedded tokens. */
  readonly WORKERS_AI_PRICES: string;
  /** The sender of e-mails. If empty, the installation sends no e-mails. */
  readonly MAIL_FROM: string;
  /** Address of an HTTP mail provider. If empty, e-mails are sent through the binding EMAIL. */
  readonly MAIL_API_URL: string;
  /** The provider's key, a secret. */
  readonly MAIL_API_KEY?: string;
  /**
   * Client ids at sign-in providers. A client id is empty if the provider is not used. The client
   * secrets are secrets of the deployment.
   */
  readonly GOOGLE_CLIENT_ID: string;
  readonly GOOGLE_CLIENT_SECRET?: string;
  readonly GITHUB_CLIENT_ID: string;
  readonly GITHUB_CLIENT_SECRET?: string;
  /** Address of a GitHub enterprise server; empty for github.com. */
  readonly GITHUB_URL: string;
  /** An OpenID Connect provider, such as "https://id.example.com"; empty if there is none. */
  readonly OIDC_ISSUER: string;
  readonly OIDC_CLIENT_ID: string;
  readonly OIDC_CLIENT_SECRET?: string;
  /** Name of the provider that the sign-in button shows. */
  readonly OIDC_NAME: string;
  /** "required" means that people must confirm their address before they use projects. */
  readonly EMAIL_VERIFICATION: string;
  /** Address of a DNS-over-HTTPS resolver that answers JSON. */
  readonly DNS_RESOLVER_URL: string;
  /** Optional: Cloudflare's e-mail binding. */
  readonly EMAIL?: EmailBinding;
}

declare global {
  namespace Cloudflare {
    interface Env extends Bindings {}
  }
}
