import { PROMPTS } from "../../../sdk/examples/prompted-agent/prompts.ts";
import type { ArmFigures, LoopAccuracy, LoopFigures } from "./figures.ts";

export function printFigures(figures: LoopFigures): void {
  const { loop, baseline, loopAgainstBaseline: compared } = figures;
  console.log(`
Questions of conversations that the loop never saw, answered right (95% interval):

                                   before              after
  by the decisive operation        ${shown(loop.before)}   ${shown(loop.after)}
  baseline: the answering prompt   ${shown(baseline.before)}   ${shown(baseline.after)}
`);
  printRounds("By the decisive operation", loop);
  printRounds("Baseline", baseline);
  const { gained, lost } = compared;
  const { proved } = figures;
  console.log(
    `Verdicts run again with the decisive operation corrected: ${proved.proved} proved, ${proved.refuted} refuted, ${proved.inconclusive} inconclusive.`,
  );
  console.log(
    `Compared with the baseline: only the loop answers ${gained} questions right, and only the baseline answers ${lost} right.`,
  );
  printPrompts(loop);
  for (const question of figures.unanswered) console.log(question);
  console.log("The model of the agent and of the optimiser was a script.");
  console.log(figures.ok ? "The loop beats its baseline." : "The loop does not beat its baseline.");
}

function printRounds(title: string, { rounds, usage, failures }: ArmFigures): void {
  console.log(`${title}`);
  for (const [index, { seen, unseen, replays, suggestions, accepted }] of rounds.entries()) {
    console.log(`  round ${index + 1}: ${percent(seen.share)} of its own questions right`);
    if (Object.keys(replays).length > 0) console.log(`    verdicts: ${listed(replays)}`);
    console.log(`    ${listed(suggestions)}; new versions: ${listed(accepted)}`);
    console.log(`    then ${percent(unseen.share)} of the unseen questions right`);
  }
  const { agent, optimizer } = usage;
  console.log(
    `  agent: ${agent.calls} calls, ${agent.inputTokens + agent.outputTokens} tokens; optimiser: ${optimizer.calls} calls, ${optimizer.inputTokens + optimizer.outputTokens} tokens, $${optimizer.usd}`,
  );
  for (const failure of failures) console.log(`  failed: ${failure}`);
  console.log("");
}

/** Prints which lines of the prompts changed in the run with the first seed. */
function printPrompts({ bySeed: [first] }: ArmFigures): void {
  if (first === undefined) return;
  console.log(`\nWhat changed in the prompts (seed ${first.seed}):`);
  for (const [name, text] of Object.entries(PROMPTS)) {
    const [before, after] = [text, first.prompts[name] ?? text].map((all) => all.split("\n"));
    console.log(`  ${name}`);
    for (const line of before ?? []) if (!after?.includes(line)) console.log(`    − ${line}`);
    for (const line of after ?? []) if (!before?.includes(line)) console.log(`    + ${line}`);
  }
  console.log("");
}

function shown({ right, questions, share, low, high }: LoopAccuracy): string {
  return `${percent(share)} (${percent(low)}–${percent(high)}), ${right}/${questions}`.padEnd(32);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)}%`;
}

function listed(counts: Readonly<Record<string, number>>): string {
  const shownCounts = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  return shownCounts.length === 0 ? "none" : shownCounts.join(", ");
}
