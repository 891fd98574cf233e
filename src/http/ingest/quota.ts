import {
  ENFORCED_METERS,
  type Meter,
  PLANS,
  type PlanName,
} from "../../protocol/api/teams/plans.ts";
import { ApiError } from "../errors.ts";

export interface ReachedLimit {
  readonly plan: PlanName;
  readonly meter: Meter;
  readonly limit: number;
}

/**
 * Clients are told to repeat the request after an hour. The limit counts the usage of a whole
 * month, but the organization can get a larger plan at any time.
 */
const RETRY_SECONDS = 3_600;
/**
 * Each isolate caches the usage of a project for this time, in milliseconds. So a reached limit or
 * a new plan takes effect up to this much later.
 */
const KNOWN_MS = 30_000;
const MOST_KNOWN = 10_000;

interface Known {
  readonly reached: ReachedLimit | null;
  readonly loadedAt: number;
}

/** Returns an enforced limit that this month's usage has reached, or null. */
export function reachedLimit(
  plan: PlanName,
  used: Readonly<Record<Meter, number>>,
): ReachedLimit | null {
  for (const meter of ENFORCED_METERS) {
    const limit = PLANS[plan][meter];
    if (limit !== null && used[meter] >= limit) return { plan, meter, limit };
  }
  return null;
}

/** Loads the usage of a project at most twice a minute. So most batches need no database query. */
export class QuotaCache {
  readonly #known = new Map<string, Known>();

  /**
   * @param load loads the reached limit of the project's organization
   * @throws ApiError 429 if a limit is reached; nothing of the request is stored
   */
  async refuseOver(
    project: string,
    load: () => Promise<ReachedLimit | null>,
    now: number,
  ): Promise<void> {
    let known = this.#known.get(project);
    if (known === undefined || Math.abs(now - known.loadedAt) >= KNOWN_MS) {
      known = { reached: await load(), loadedAt: now };
      if (this.#known.size >= MOST_KNOWN) this.#known.clear();
      this.#known.set(project, known);
    }
    if (known.reached !== null) throw overQuota(known.reached);
  }
}

function overQuota({ plan, meter, limit }: ReachedLimit): ApiError {
  return new ApiError(
    "rate_limited",
    `The organization has used its ${limit} ${meter} of this month in the plan "${plan}". Nothing of this request was stored; what was accepted before is kept. Ask an owner for a larger plan, or wait for the next month (UTC). Send the same request again later.`,
    { retryAfter: RETRY_SECONDS },
  );
}
