import type { WrongShare } from "../../protocol/api/prompts.ts";
import { IntervalBar } from "../components/page/interval-bar.tsx";
import { count, exactPercent } from "../text/time.ts";

/** Shows the share of wrong answers with its interval, as a bar and as text. */
export function WrongShareBar({ outcome }: { outcome: WrongShare }) {
  const { answered, wrong, low, high } = outcome;
  if (answered === 0) return <span className="muted">no judged answer</span>;
  const share = wrong / answered;
  return (
    <span className="wrong-share" title={`${count(wrong)} of ${count(answered)} judged answers`}>
      <IntervalBar share={share} low={low} high={high} />
      <b>{exactPercent(share)}</b>
      <span className="muted">
        ({exactPercent(low)} to {exactPercent(high)}) of {count(answered)}
      </span>
    </span>
  );
}

interface Measured {
  readonly number: number;
  readonly outcome: WrongShare;
}

/**
 * Compares the wrong answers of two versions in one sentence. If their intervals overlap, the
 * sentence says that the difference may be due to chance.
 */
export function sayEffect(now: Measured, before: Measured): string {
  const said = ({ number, outcome: { wrong, answered } }: Measured) =>
    `version ${number} ${exactPercent(wrong / answered)} (${count(wrong)} of ${count(answered)})`;
  const [less, more] = [
    now.outcome.high < before.outcome.low,
    now.outcome.low > before.outcome.high,
  ];
  const verdict = less
    ? "Fewer wrong answers than before"
    : more
      ? "More wrong answers than before"
      : "The difference in wrong answers may be due to chance";
  return `${verdict}: ${said(now)}, ${said(before)}.`;
}
