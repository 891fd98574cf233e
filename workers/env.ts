/** The bindings of wrangler.toml. */
import type { WorkersAi } from "../src/jobs/models/project-model.ts";
import type { EmailBinding } from "../src/mail/providers/email-binding.ts";
import type { GraphObject } from "./graph-object.ts";
import type { Wake, WakeMessage } from "./messages.ts";

/**
 * The method of a project's worker that other code calls. Declared here, so that the class can
 * import the bindings and not the reverse.
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
  readonly DB: D1Database;
  /** Name of the binding of the database that takes the packs of new projects. */
  readonly PACK_DATABASE: string;
  /** The plan of organizations without one of their own: a name in `PLANS`. Unlimited if absent. */
  readonly DEFAULT_PLAN?: string;
  /** Address of a billing system that speaks Stripe's API; empty or absent for none. */
  readonly BILLING_API_URL?: string;
  /** Its key, a secret. */
  readonly BILLING_API_KEY?: string;
  /** What it has meters for, separated by commas. */
  readonly BILLING_METERS?: string;
  readonly GRAPHS: DurableObjectNamespace<GraphObject>;
  readonly WORKERS: DurableObjectNamespace<WakeableWorker>;
  readonly ATTRIBUTION_QUEUE: Queue<WakeMessage>;
  readonly JOB_QUEUE: Queue<WakeMessage>;
  readonly WEBHOOK_QUEUE: Queue<WakeMessage>;
  /** Addresses of the people who operate the installation, separated by commas. */
  readonly OPERATORS?: string;
  /** Optional secret: opens the operators' pages to programs. */
  readonly OPERATOR_KEY?: string;
  readonly PROJECT_RATE: RateLimit;
  readonly SIGN_IN_RATE: RateLimit;
  readonly SIGN_UP_RATE: RateLimit;
  /** Optional: a dataset of Workers Analytics Engine. */
  readonly METRICS?: AnalyticsEngineDataset;
  /** Optional: models that need no key. */
  readonly AI?: WorkersAi;
  readonly WORKERS_AI_MODEL: string;
  /** Empty for none. */
  readonly WORKERS_AI_EMBEDDINGS_MODEL: string;
  /** Dollars per million input, output and embedded tokens. */
  readonly WORKERS_AI_PRICES: string;
  /** The sender of letters. Empty: the installation sends none. */
  readonly MAIL_FROM: string;
  /** Address of an HTTP provider; empty to send through the binding EMAIL. */
  readonly MAIL_API_URL: string;
  /** The provider's key, a secret. */
  readonly MAIL_API_KEY?: string;
  /** Clients at sign-in providers; empty for none. Their secrets are secrets of the deployment. */
  readonly GOOGLE_CLIENT_ID: string;
  readonly GOOGLE_CLIENT_SECRET?: string;
  readonly GITHUB_CLIENT_ID: string;
  readonly GITHUB_CLIENT_SECRET?: string;
  /** An enterprise server; empty for github.com. */
  readonly GITHUB_URL: string;
  /** A provider of OpenID Connect, such as "https://id.example.com"; empty for none. */
  readonly OIDC_ISSUER: string;
  readonly OIDC_CLIENT_ID: string;
  readonly OIDC_CLIENT_SECRET?: string;
  /** For its button. */
  readonly OIDC_NAME: string;
  /** "required": people confirm their address before they use projects. */
  readonly EMAIL_VERIFICATION: string;
  /** A resolver of DNS over HTTPS that answers JSON. */
  readonly DNS_RESOLVER_URL: string;
  /** Optional: Cloudflare's e-mail binding. */
  readonly EMAIL?: EmailBinding;
}

declare global {
  namespace Cloudflare {
    interface Env extends Bindings {}
  }
}
