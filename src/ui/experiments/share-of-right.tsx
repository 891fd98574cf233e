import type { ExperimentFigures } from "../../protocol/api/experiments.ts";
import { IntervalBar } from "../components/page/interval-bar.tsx";
import { count, exactPercent } from "../text/time.ts";

interface ShareOfRightProps {
  readonly figures: ExperimentFigures;
  /** True if the page already shows the share as text. */
  readonly isSaid?: boolean;
}

/** Shows the share of right answers with its interval, as a bar and as text. */
export function ShareOfRight({ figures, isSaid = false }: ShareOfRightProps) {
  const { share, low, high } = figures;
  if (share === null) return <span className="muted">nothing judged yet</span>;
  const interval = `${exactPercent(low)} to ${exactPercent(high)}`;
  return (
    <span className="share-of-right" title={`95% interval: ${interval}`}>
      <IntervalBar share={share} low={low} high={high} />
      {isSaid ? null : <b>{exactPercent(share)}</b>} <span className="muted">({interval})</span>
    </span>
  );
}

/** Example: "3 wrong, 1 ended in an error, 2 could not be judged and do not count". */
export function sayOthers({ wrong, failed, unjudged }: ExperimentFigures): string {
  const parts = [
    ...(wrong > 0 ? [`${count(wrong)} wrong`] : []),
    ...(failed > 0 ? [`${count(failed)} ended in an error`] : []),
    ...(unjudged > 0 ? [`${count(unjudged)} could not be judged and do not count`] : []),
  ];
  return parts.join(", ");
}
