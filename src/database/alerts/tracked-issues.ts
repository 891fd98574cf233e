import { and, eq } from "drizzle-orm";
import type { FindingIssue } from "../../protocol/api/insights/findings.ts";
import type { Database } from "../database.ts";
import { trackedIssue } from "../schema/alerts.ts";
import { finding } from "../schema/findings.ts";
import { endpoint } from "../schema/project.ts";

export interface StoredIssue {
  readonly id: string;
  readonly key: string;
  readonly url: string;
}

/** `isOpen`: whether the issue was open when this service last read or changed it. */
export interface SyncedIssue extends StoredIssue {
  readonly isOpen: boolean;
}

export interface TrackedFinding {
  readonly issue: StoredIssue | undefined;
  /** Undefined if the finding was deleted. */
  readonly isFixed: boolean | undefined;
}

export class TrackedIssues {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  async find(channel: string, id: string): Promise<TrackedFinding> {
    const [[issue], [known]] = await this.#database.batch([
      this.#database
        .select({ id: trackedIssue.issue, key: trackedIssue.key, url: trackedIssue.url })
        .from(trackedIssue)
        .where(and(eq(trackedIssue.endpoint, channel), eq(trackedIssue.finding, id))),
      this.#database
        .select({ state: finding.state })
        .from(finding)
        .where(and(eq(finding.project, this.#project), eq(finding.id, id))),
    ]);
    return { issue, isFixed: known && known.state === "fixed" };
  }

  storing(channel: string, id: string, synced: SyncedIssue, now: number) {
    const { id: issue, key, url, isOpen } = synced;
    const stored = { issue, key, url, isOpen };
    return this.#database
      .insert(trackedIssue)
      .values({ endpoint: channel, finding: id, ...stored, createdAt: now })
      .onConflictDoUpdate({
        target: [trackedIssue.endpoint, trackedIssue.finding],
        set: stored,
      });
  }
}

/** Returns the finding's issues, oldest first. */
export async function issuesOf(
  database: Database,
  project: string,
  id: string,
): Promise<FindingIssue[]> {
  const rows = await database
    .select({ issue: trackedIssue, channel: endpoint })
    .from(endpoint)
    .innerJoin(trackedIssue, eq(trackedIssue.endpoint, endpoint.id))
    .where(and(eq(endpoint.project, project), eq(trackedIssue.finding, id)))
    .orderBy(trackedIssue.createdAt, endpoint.id);
  return rows.map(({ issue: { key, url, isOpen }, channel }) => ({
    service: channel.kind === "linear" ? "linear" : "github",
    channel: { id: channel.id, name: channel.description },
    ...{ key, url, state: isOpen ? "open" : "closed" },
  }));
}
