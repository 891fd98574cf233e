/** The issues that a project's trackers hold, and the states of their findings. */
import { and, eq } from "drizzle-orm";
import type { Database } from "../database.ts";
import { trackedIssue } from "../schema/alerts.ts";
import { finding } from "../schema/findings.ts";

export interface StoredIssue {
  readonly id: string;
  readonly url: string;
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
        .select({ id: trackedIssue.issue, url: trackedIssue.url })
        .from(trackedIssue)
        .where(and(eq(trackedIssue.endpoint, channel), eq(trackedIssue.finding, id))),
      this.#database
        .select({ state: finding.state })
        .from(finding)
        .where(and(eq(finding.project, this.#project), eq(finding.id, id))),
    ]);
    return { issue, isFixed: known && known.state === "fixed" };
  }

  /** The statement that remembers the issue. */
  storing(channel: string, id: string, { id: issue, url }: StoredIssue, now: number) {
    return this.#database
      .insert(trackedIssue)
      .values({ endpoint: channel, finding: id, issue, url, createdAt: now })
      .onConflictDoUpdate({
        target: [trackedIssue.endpoint, trackedIssue.finding],
        set: { issue, url },
      });
  }
}
