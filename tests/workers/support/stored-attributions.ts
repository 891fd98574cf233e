/** Stores cases with verdicts that a test chooses, through the repositories that the jobs use. */
import { and, eq } from "drizzle-orm";
import { CaseRepository } from "../../../src/database/cases/case-repository.ts";
import { graph as graphTable } from "../../../src/database/schema/project.ts";
import type { Attribution } from "../../../src/protocol/api/attribution.ts";
import type { ErrorType } from "../../../src/protocol/error-types.ts";
import { database } from "../../tenancy/support/browser.ts";

export interface Verdict {
  readonly errorType: ErrorType;
  readonly opName: string;
  /** Id of the blamed operation; by default, each case has a different one. */
  readonly op?: string;
}

export const UNDECIDED = "undecided";

/** Stores the attributed case. The graph must exist. */
export async function storeAttributed(
  project: string,
  graph: string,
  at: number,
  verdicts: readonly (Verdict | typeof UNDECIDED)[],
): Promise<void> {
  const cases = new CaseRepository(database, project);
  const opened = verdicts.map((_, index) => ({
    ...{ id: `${project}-${graph}-${at}-${index}`, graph, origin: "api" as const, system: "mem0" },
    ...{ query: `Q${index}`, expected: ["Rex"], prediction: "no", evidence: [] },
    ...{ occurredAt: at, createdAt: at },
  }));
  await cases.open(opened, at);
  const [row] = await database
    .select({ createdAt: graphTable.createdAt })
    .from(graphTable)
    .where(and(eq(graphTable.project, project), eq(graphTable.id, graph)));
  for (;;) {
    const taken = await cases.takeNext(graph, row?.createdAt ?? 0, at);
    if (taken === undefined) return;
    const verdict = verdicts[Number(taken.id.split("-").at(-1))];
    if (verdict === undefined) throw new Error("no such case");
    await cases.complete(taken, attributionOf(verdict, taken.id), [], [], at);
  }
}

export function attributionOf(verdict: Verdict | typeof UNDECIDED, id: string): Attribution {
  const common = { method: "flow" as const, evidenceFound: false };
  if (verdict === UNDECIDED) {
    return {
      ...{ ...common, details: [], suspects: [], evidence: [], notes: [] },
      ...{ outcome: "undecided", errorType: null, subKind: null, op: null },
      ...{
        opName: null,
        link: null,
        confidence: null,
        because: "nothing-recorded",
        reason: "",
        remedy: null,
      },
    };
  }
  const { errorType, opName, op = `run of ${id}` } = verdict;
  return {
    ...{ ...common, details: [], suspects: [], evidence: [], notes: [] },
    ...{ outcome: "attributed", errorType, subKind: null, op, opName, link: null, reason: "" },
    ...{ confidence: 0.9, lost: [], chain: [] },
  };
}
