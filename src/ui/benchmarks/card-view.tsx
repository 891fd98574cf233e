import type { BenchmarkCard } from "../../protocol/api/annotation/benchmarks.ts";
import { TypeChip } from "../components/text/type-chip.tsx";
import { isErrorType } from "../error-types.ts";
import { count, kappaText, percent } from "../text/time.ts";

/** Shows what a frozen benchmark contains, and how often verdicts agree with its labels. */
export function CardView({ card }: { card: BenchmarkCard }) {
  const { decided, type, cause } = card.agreement;
  return (
    <section className="benchmark-card" aria-label="Card">
      <Tally title="Error types">
        {card.byType.map(({ key, count: cases }) => (
          <Row key={key} figure={cases}>
            {isErrorType(key) ? <TypeChip type={key} /> : key}
          </Row>
        ))}
      </Tally>
      <Tally title="Memory systems">
        {card.bySystem.map(({ key, count: cases }) => (
          <Row key={key} figure={cases}>
            {key ?? <span className="muted">not named</span>}
          </Row>
        ))}
      </Tally>
      <Tally title="Verdicts that agree with the label">
        <Row figure={type} of={decided}>
          same error type
        </Row>
        <Row figure={cause} of={decided}>
          same error type and operation
        </Row>
      </Tally>
      <People card={card} />
    </section>
  );
}

/** Shows agreement between people, as Cohen's κ. */
function People({ card: { people } }: { card: BenchmarkCard }) {
  if (people.length === 0) {
    return (
      <div>
        <h2>Agreement of people</h2>
        <p className="muted">
          No case was labelled by two people, so their agreement (Cohen’s κ) is not known.
        </p>
      </div>
    );
  }
  return (
    <Tally title="Agreement of people (Cohen’s κ)">
      {people.map(({ first, second, cases, type, op }) => (
        <li key={`${first} ${second}`}>
          <span>
            {first} and {second}, {count(cases)} {cases === 1 ? "case" : "cases"}
          </span>
          <span className="number">
            type {kappaText(type.kappa)}, operation {kappaText(op.kappa)}
          </span>
        </li>
      ))}
    </Tally>
  );
}

function Tally({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </div>
  );
}

interface RowProps {
  readonly figure: number;
  /** If this total is given, the row also shows `figure` as a percentage of the total. */
  readonly of?: number;
  readonly children: React.ReactNode;
}

function Row({ figure, of, children }: RowProps) {
  const share = of ? ` of ${count(of)}, ${percent(figure / of)}` : "";
  return (
    <li>
      <span>{children}</span>
      <span className="number">
        {count(figure)}
        {share}
      </span>
    </li>
  );
}
