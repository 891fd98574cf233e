import { useQuery } from "@tanstack/react-query";
import type { ChangedItem, Comparison } from "../../protocol/api/experiments.ts";
import { Loaded } from "../components/page/states.tsx";
import { WideTable } from "../components/page/wide-table.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { count } from "../text/time.ts";
import { comparisonQuery } from "./experiments-api.ts";

interface ExperimentComparisonProps {
  readonly project: string;
  readonly experiment: string;
  readonly against: string;
}

const TONES = { better: "good", worse: "bad", unclear: "" } as const;

/**
 * Compares two experiments. Shows which questions only one of them answered right, and whether the
 * difference could be chance.
 */
export function ExperimentComparison(props: ExperimentComparisonProps) {
  const query = useQuery(comparisonQuery(props.project, props.experiment, props.against));
  return (
    <Loaded query={query} what="The experiments could not be compared">
      {(compared) => <Compared compared={compared} />}
    </Loaded>
  );
}

function Compared({ compared }: { compared: Comparison }) {
  const { sentence, verdict, judgedInBoth, right } = compared;
  return (
    <div className="comparison">
      <p className={`comparison-sentence ${TONES[verdict]}`}>{sentence}</p>
      <p className="muted">
        {count(right.before)} of {count(judgedInBoth)} answers were right before, and{" "}
        {count(right.now)} in this experiment. Only questions judged in both experiments are
        compared. p is the probability of a difference of at least this size by chance alone.
      </p>
      <Changed
        title="Lost: right before, wrong now"
        total={compared.lost}
        items={compared.lostItems}
      />
      <Changed
        title="Gained: wrong before, right now"
        total={compared.gained}
        items={compared.gainedItems}
      />
    </div>
  );
}

interface ChangedProps {
  readonly title: string;
  readonly total: number;
  readonly items: readonly ChangedItem[];
}

function Changed({ title, total, items }: ChangedProps) {
  if (total === 0) return null;
  return (
    <details open>
      <summary>
        {title} <b>{count(total)}</b>
        {items.length < total ? (
          <span className="muted"> (the first {count(items.length)})</span>
        ) : null}
      </summary>
      <WideTable className="answers-table" columns={["Question", "Expected", "Before", "Now"]}>
        {items.map(({ item, question, expected, before, now }) => (
          <tr key={item}>
            <th scope="row">
              <ClampedText text={question ?? "deleted"} limit={200} />
            </th>
            {[expected.join(" | ") || "not known", before ?? "–", now ?? "–"].map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay where they are
              <td key={index}>
                <ClampedText text={text} limit={200} />
              </td>
            ))}
          </tr>
        ))}
      </WideTable>
    </details>
  );
}
