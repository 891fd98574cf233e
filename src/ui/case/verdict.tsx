import type { Case } from "../../protocol/api/api.ts";
import type {
  AttributedVerdict,
  Attribution,
  CauseProbability,
  UndecidedVerdict,
} from "../../protocol/api/attribution.ts";
import { isWaiting } from "../api/resources.ts";
import { Confidence } from "../cases/case-row.tsx";
import { Skeleton } from "../components/page/states.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { Id } from "../components/text/id.tsx";
import { TypeChip, TypeLetter, UndecidedLetter } from "../components/text/type-chip.tsx";
import { LOOKS, UNDECIDED } from "../error-types.ts";
import { WhoDecided } from "./transcript/who-decided.tsx";

export function Verdict({ attribution }: { attribution: Attribution }) {
  return attribution.outcome === "attributed" ? (
    <Attributed attribution={attribution} />
  ) : (
    <Undecided attribution={attribution} />
  );
}

function Attributed({ attribution }: { attribution: AttributedVerdict }) {
  const { errorType, reason, op, opName, notes, lost } = attribution;
  return (
    <section className="verdict" style={{ "--type": LOOKS[errorType].colour }}>
      <h2>
        <TypeLetter type={errorType} />
        {opName ? (
          <>
            <code>{opName}</code> is the decisive operation
          </>
        ) : (
          <>No operation is at fault: {LOOKS[errorType].meaning}</>
        )}
        {op ? <Id id={op} limit={20} /> : null}
      </h2>
      <AlsoAtFault probabilities={attribution.probabilities ?? []} />
      <ClampedText text={reason} marks={{ lost }} limit={900} chips />
      <Notes notes={notes} />
      <WhoDecided attribution={attribution} />
    </section>
  );
}

/** Besides the main cause, the verdict names all causes with a higher probability than this. */
const ALSO_AT_FAULT = 0.25;

function AlsoAtFault({ probabilities }: { probabilities: readonly CauseProbability[] }) {
  const others = probabilities
    .slice(1)
    .flatMap(({ errorType, op, opName, probability }) =>
      errorType === null || probability <= ALSO_AT_FAULT
        ? []
        : [{ errorType, op, opName, probability }],
    );
  return others.map(({ errorType, op, opName, probability }) => (
    <p key={`${errorType} ${op}`}>
      <b>Also at fault:</b> {opName === null ? null : <code>{opName}</code>}{" "}
      <TypeChip type={errorType} full /> <Confidence value={probability} />
    </p>
  ));
}

/** Says what the service needs to decide the case. */
function Undecided({ attribution }: { attribution: UndecidedVerdict }) {
  const { reason, remedy, notes } = attribution;
  return (
    <section className="verdict" style={{ "--type": UNDECIDED.colour }}>
      <h2>
        <UndecidedLetter />
        Undecided
      </h2>
      <ClampedText text={reason} limit={900} chips />
      {remedy === null ? null : (
        <p>
          <b>What would help:</b> {remedy}
        </p>
      )}
      <Notes notes={notes} />
      <WhoDecided attribution={attribution} />
    </section>
  );
}

function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className="notes muted">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

/** Replaces the verdict until the case is attributed. */
export function NotAttributed({ item }: { item: Case }) {
  if (isWaiting(item.state)) {
    return (
      <section className="verdict" role="status">
        <h2>
          <span className="pulse" aria-hidden="true" />
          {item.state === "queued" ? "Waiting for attribution" : "Being attributed"}
        </h2>
        <p className="muted">
          The page shows the verdict when it is ready, usually within seconds.
        </p>
        {item.attribution ? (
          <p className="muted">The earlier attribution is shown below.</p>
        ) : (
          <Skeleton rows={2} />
        )}
      </section>
    );
  }
  return (
    <section className="verdict failed" role="alert">
      <h2>This case could not be attributed</h2>
      <ClampedText text={item.failure ?? "The reason was not recorded."} />
      <p className="muted">Remove the cause, then re-run the case below.</p>
    </section>
  );
}
