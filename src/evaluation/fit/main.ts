/**
 * `npm run fit`: fits the weights for a verdict's confidence. Prints how much each feature improves
 * the fit.
 */
import { writeFileSync } from "node:fs";
import { likelihood, limited, type VerdictKind } from "../../attribution/confidence/confidence.ts";
import { WEIGHTS } from "../../attribution/confidence/confidence-weights.ts";
import { readOptions, runCommand, UserError } from "../../local/command-line.ts";
import { SURE } from "../../protocol/thresholds.ts";
import { calibrationOf } from "../../statistics/calibration.ts";
import { fitLogistic } from "../../statistics/logistic.ts";
import { type FitSet, fitSets, type Verdict } from "./fit-data.ts";

const HELP = `TRACEBENCH_DIR=… npm run fit -- [--write]

Fits the weights of the confidence on labelled verdicts. Prints the weights, the calibration of each
set (also with weights fitted without the set's system), and the loss without each feature. The sets are
TRACEBENCH_DIR (plain, evidence found, renamed, reworded), the hand-written cases in
tests/evaluation/written/confidence, and, if they exist beside TRACEBENCH_DIR, tracehard/dev2,
real/labelled and real/right.

  --write    write src/attribution/confidence/confidence-weights.ts
  --help     print this`;

const TARGET = "src/attribution/confidence/confidence-weights.ts";

type Weights = Readonly<Record<string, number>>;
type Sets = readonly (Omit<FitSet, "verdicts"> & {
  readonly verdicts: readonly Verdict[];
})[];

await runCommand(async () => {
  const flag = { type: "boolean", default: false } as const;
  const { values } = readOptions({ write: flag, help: flag }, HELP);
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const path = process.env.TRACEBENCH_DIR;
  if (!path) throw new UserError(`TRACEBENCH_DIR is not set.\n\n${HELP}`);
  const sets: Sets[number][] = [];
  for (const set of fitSets(path)) sets.push({ ...set, verdicts: await set.verdicts() });
  const kinds = Object.keys(WEIGHTS) as VerdictKind[];
  const ofAll = (fitOn: Sets) =>
    Object.fromEntries(kinds.map((kind) => [kind, fitted(kind, fitOn)]));
  const all = ofAll(sets);
  console.log(JSON.stringify(all, null, 2));
  console.log(`\n${line("", ["error", "sure", "right"])}`);
  const whole = sets.map((set) => figures(set.verdicts, () => all));
  for (const [index, { name }] of sets.entries()) console.log(line(name, shown(whole[index])));
  console.log("\nThe same with weights that were fitted without the system");
  const systems = new Set(sets.flatMap(({ verdicts }) => verdicts.map(({ system }) => system)));
  const without = new Map([...systems].map((system) => [system, ofAll(leftOut(sets, system))]));
  for (const { name, verdicts } of sets) {
    const found = figures(verdicts, ({ system }) => without.get(system) ?? all);
    console.log(line(name, shown(found)));
  }
  console.log(
    "\nLargest changes in a set without a feature: how far the error rises, and how far the share of right verdicts among the sure ones falls",
  );
  for (const kind of kinds) {
    for (const feature of featuresOf(kind)) {
      const less = { ...all, [kind]: fitted(kind, sets, feature) };
      const changes = sets.map(({ verdicts }, index) => {
        const [now, before] = [figures(verdicts, () => less), whole[index]];
        return [now.error - (before?.error ?? 0), (before?.right ?? 0) - now.right];
      });
      const worst = [0, 1].map((at) => Math.max(...changes.map((change) => change[at] ?? 0)));
      console.log(line(`${kind} ${feature}`, worst.map(points)));
    }
  }
  if (values.write) writeFileSync(TARGET, sourceOf(all));
  return 0;
});

function featuresOf(kind: VerdictKind): string[] {
  return Object.keys(WEIGHTS[kind]).filter((name) => name !== "none");
}

/** Returns the fitted weights, rounded to two decimals. */
function fitted(kind: VerdictKind, sets: Sets, without?: string): Weights {
  const names = featuresOf(kind).filter((name) => name !== without);
  const fitOn = sets.filter(({ kinds }) => kinds?.includes(kind) ?? true);
  const observations = fitOn.flatMap(({ verdicts, weight }) =>
    verdicts
      .filter((verdict) => verdict.kind === kind)
      .map(({ features, isRight }) => ({
        features: names.map((name) => features[name] ?? 0),
        holds: isRight,
        weight,
      })),
  );
  const weights =
    names.length === 0 ? [oddsOf(observations)] : fitLogistic(observations, names.length);
  return Object.fromEntries(
    ["none", ...names].map((name, index) => [name, Math.round(100 * (weights[index] ?? 0)) / 100]),
  );
}

/**
 * Returns the logarithm of the ratio of right to wrong verdicts. Both counts start at 1. Otherwise,
 * the result would be infinite if all verdicts were right or all were wrong.
 */
function oddsOf(observations: readonly { readonly holds: boolean; readonly weight: number }[]) {
  const sum = (holds: boolean) =>
    observations.reduce((total, each) => total + (each.holds === holds ? each.weight : 0), 1);
  return Math.log(sum(true) / sum(false));
}

function leftOut(sets: Sets, system: string): Sets {
  return sets.map((set) => ({
    ...set,
    verdicts: set.verdicts.filter((verdict) => verdict.system !== system),
  }));
}

function figures(
  verdicts: readonly Verdict[],
  weightsFor: (verdict: Verdict) => Readonly<Record<string, Weights>>,
) {
  const { error, sure } = calibrationOf(
    verdicts.map((verdict) => ({
      confidence: limited(verdict, likelihood(verdict, weightsFor(verdict)[verdict.kind] ?? {})),
      right: verdict.isRight,
    })),
    SURE,
  );
  return { error, share: sure.share, right: sure.right };
}

function shown(figure: ReturnType<typeof figures> | undefined): string[] {
  return figure === undefined ? [] : [figure.error, figure.share, figure.right].map(points);
}

function points(share: number): string {
  return (100 * share).toFixed(1);
}

function line(name: string, cells: readonly string[]): string {
  return `${name.padEnd(32)}${cells.map((cell) => cell.padStart(8)).join("")}`;
}

function sourceOf(weights: Readonly<Record<string, Weights>>): string {
  const body = Object.entries(weights).map(([kind, each]) => {
    const lines = Object.entries(each).map(([name, weight]) => `    ${name}: ${weight},\n`);
    return `  ${kind}: {\n${lines.join("")}  },\n`;
  });
  return `/** \`npm run fit -- --write\` made this file. The command prints the data sets that it used. */\nexport const WEIGHTS = {\n${body.join("")}};\n`;
}
