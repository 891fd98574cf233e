import type { BenchmarkCard } from "../../protocol/api/annotation/benchmarks.ts";
import { TypeChip } from "../components/text/type-chip.tsx";
import { isErrorType } from "../error-types.ts";
import { count } from "../text/time.ts";

/** What a frozen benchmark holds, and how far the verdicts agree with its labels. */
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
    </section>
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
  /** The whole that the figure is a part of. */
  readonly of?: number;
  readonly children: React.ReactNode;
}

function Row({ figure, of, children }: RowProps) {
  const share = of ? ` of ${count(of)}, ${Math.round((100 * figure) / of)}%` : "";
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
