import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest, of all suites. */
const COSTLIEST = [
  "e2e/accessibility.test.ts",
  "e2e/any-text.test.ts",
  "attribution/tracebench.test.ts",
  "attribution/reworded-tracebench.test.ts",
  "attribution/oracle-tracebench.test.ts",
  "http/live.test.ts",
  "cli/input-files.test.ts",
  "graph/smartcomment.test.ts",
  "graph/any-events.test.ts",
  "cli/usage.test.ts",
  "workers/graph-object.test.ts",
  "workers/pack-times.test.ts",
  "http/proposal-rounds.test.ts",
  "tenancy/organizations.test.ts",
];

/**
 * Starts the costliest files first. If such a file started last, it would run alone while the other
 * cores wait.
 */
export class CostliestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = COSTLIEST.findIndex((path) => moduleId.endsWith(`/tests/${path}`));
      return at < 0 ? COSTLIEST.length : at;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
