import { and, eq, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { ErrorType } from "../../protocol/error-types.ts";
import { datasetItem, experiment, experimentResult } from "../schema/experiments.ts";
import { finding } from "../schema/findings.ts";
import { failedCase } from "../schema/project.ts";
import { prompt, promptCase, promptUse } from "../schema/prompts.ts";
import { suggestion } from "../schema/proposals.ts";
import { fixStatement, type NewFix, ownFinding, type Place } from "./change-finding.ts";
import { findingIdOf, isOfFinding } from "./record-finding.ts";

const KIND = {
  errorType: failedCase.errorType,
  opName: failedCase.opName,
  system: failedCase.system,
};

/**
 * Number of right answers that show that a finding is fixed. With four of four, the 95% confidence
 * interval of the share of right answers is above one half.
 */
const MIN_RIGHT_CASES = 4;

interface CountedKind {
  readonly errorType: ErrorType | null;
  readonly opName: string | null;
  readonly system: string | null;
  readonly right: number;
  readonly wrong: number;
}

/**
 * Links the experiment with each finding that it shows to be fixed. For this, the experiment must
 * have asked at least `MIN_RIGHT_CASES` of the finding's cases, and all answers must be right. A
 * link that a person set is not changed.
 */
export async function linkExperiment(place: Place, id: string): Promise<void> {
  const { database, project } = place;
  const [run] = await database
    .select({ name: experiment.name, dataset: experiment.dataset })
    .from(experiment)
    .where(and(eq(experiment.project, project), eq(experiment.id, id)));
  if (run === undefined) return;
  const counted: CountedKind[] = await database
    .select({
      ...KIND,
      right: sql<number>`sum(${experimentResult.outcome} = 'right')`,
      wrong: sql<number>`sum(${experimentResult.outcome} in ('wrong', 'failed'))`,
    })
    .from(experimentResult)
    .innerJoin(
      datasetItem,
      and(eq(datasetItem.dataset, run.dataset), eq(datasetItem.id, experimentResult.item)),
    )
    .innerJoin(failedCase, and(eq(failedCase.id, datasetItem.case), isAttributed(project)))
    .where(and(eq(experimentResult.experiment, id), ne(experimentResult.outcome, "unjudged")))
    .groupBy(failedCase.errorType, failedCase.opName, failedCase.system);
  const fixed = [...(await byFinding(place, counted))].filter(
    ([, { right, wrong }]) => wrong === 0 && right >= MIN_RIGHT_CASES,
  );
  for (const [target, { right }] of fixed) {
    const version = await versionTried(place, id, target);
    const fix: NewFix = {
      prompt: version === undefined ? null : { id: version.id, version: version.number },
      ...{ experiment: id, source: "experiment" },
      name: `experiment ${run.name}${version ? `; ${version.name}, version ${version.number}` : ""}`,
    };
    const note = `All ${right} of its cases in the dataset were answered right.`;
    const where = and(
      ownFinding(project, target),
      or(isNull(finding.fixSource), ne(finding.fixSource, "person")),
      sql`${finding.fixExperiment} is not ${id}`,
    );
    await fixStatement(place, where, { by: null, note }, fix);
  }
}

export interface AcceptedProposal {
  readonly proposal: string;
  /** Id of the prompt with the accepted version. */
  readonly prompt: string;
  readonly name: string;
  readonly version: number;
  readonly by: string;
}

/**
 * Links the findings of the proposal's cases with the accepted prompt version. Does not replace an
 * existing link.
 */
export async function linkProposal(place: Place, accepted: AcceptedProposal): Promise<void> {
  const { database, project } = place;
  const { proposal, prompt: id, name, version, by } = accepted;
  const kinds: CountedKind[] = await database
    .select({
      ...{ ...KIND, right: sql<number>`0`, wrong: sql<number>`count(*)` },
    })
    .from(suggestion)
    .innerJoin(failedCase, and(eq(failedCase.id, suggestion.case), isAttributed(project)))
    .where(and(eq(suggestion.project, project), eq(suggestion.proposal, proposal)))
    .groupBy(failedCase.errorType, failedCase.opName, failedCase.system);
  const found = [...(await byFinding(place, kinds)).keys()];
  const fix: NewFix = {
    ...{ prompt: { id, version }, experiment: null, source: "proposal" },
    name: `${name}, version ${version}`,
  };
  const where = and(
    eq(finding.project, project),
    sql`${finding.id} in (select value from json_each(${JSON.stringify(found)}))`,
    isNull(finding.fixSource),
  );
  await fixStatement(place, where, { by, note: "" }, fix);
}

const isAttributed = (project: string): SQL | undefined =>
  and(eq(failedCase.project, project), sql`${failedCase.state} = 'done'`);

/**
 * Adds up the given numbers of right and wrong answers by finding. The numbers of a merged finding
 * are added to those of the finding into which it was merged.
 */
async function byFinding({ database, project }: Place, kinds: readonly CountedKind[]) {
  const counts = new Map(
    kinds.flatMap(({ errorType, opName, system, right, wrong }) =>
      errorType === null
        ? []
        : [[findingIdOf(project, system, errorType, opName), { right, wrong }] as const],
    ),
  );
  const rows = await database
    .select({ id: finding.id, mergedInto: finding.mergedInto })
    .from(finding)
    .where(
      and(
        eq(finding.project, project),
        sql`${finding.id} in (select value from json_each(${JSON.stringify([...counts.keys()])}))`,
      ),
    );
  const sums = new Map<string, { right: number; wrong: number }>();
  for (const { id, mergedInto } of rows) {
    const target = mergedInto ?? id;
    const sum = sums.get(target) ?? { right: 0, wrong: 0 };
    const own = counts.get(id) ?? sum;
    sums.set(target, { right: sum.right + own.right, wrong: sum.wrong + own.wrong });
  }
  return sums;
}

/**
 * Finds the prompt version that the experiment tried as a fix. This is a version that the
 * experiment used while the finding's cases used other versions of the same prompt. Returns
 * undefined if there is no such version, or more than one.
 */
async function versionTried({ database, project }: Place, run: string, target: string) {
  const used = await database
    .selectDistinct({ id: promptUse.prompt, number: promptUse.number, name: prompt.name })
    .from(experimentResult)
    .innerJoin(
      promptUse,
      and(eq(promptUse.project, project), eq(promptUse.graph, experimentResult.graph)),
    )
    .innerJoin(prompt, eq(prompt.id, promptUse.prompt))
    .where(eq(experimentResult.experiment, run));
  const behind = await database
    .selectDistinct({ id: promptCase.prompt, number: promptCase.number })
    .from(promptCase)
    .innerJoin(failedCase, eq(failedCase.id, promptCase.case))
    .where(and(eq(promptCase.project, project), isOfFinding(project, target)));
  const changed = [...Map.groupBy(used, ({ id }) => id)].flatMap(([id, versions]) => {
    const [only] = versions;
    const old = behind.filter((each) => each.id === id);
    const isNew = old.length > 0 && old.every(({ number }) => number !== only?.number);
    return only !== undefined && versions.length === 1 && isNew ? [only] : [];
  });
  return changed.length === 1 ? changed[0] : undefined;
}
