import type { SharedCase } from "../../protocol/api/sharing/public-content.ts";
import { Answers } from "../components/text/answers.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { TypeChip, UndecidedChip } from "../components/text/type-chip.tsx";
import { exactTime, percent } from "../text/time.ts";

export function SharedCaseView({ item }: { item: SharedCase }) {
  return (
    <article>
      <header>
        <h1>
          <ClampedText text={item.query} limit={280} />
        </h1>
        <p className="muted">
          {exactTime(item.occurredAt)}
          {item.system === null ? "" : ` · ${item.system}`}
        </p>
      </header>
      <Answers item={item} />
      {item.verdict === null ? (
        <p className="panel muted">This case has no verdict yet.</p>
      ) : (
        <Verdict verdict={item.verdict} />
      )}
    </article>
  );
}

function Verdict({ verdict }: { verdict: NonNullable<SharedCase["verdict"]> }) {
  const { errorType, opName, confidence, reason, remedy, lost, chain } = verdict;
  return (
    <section className="panel shared-verdict">
      <h2>
        {errorType === null ? <UndecidedChip /> : <TypeChip type={errorType} full />}
        {opName === null ? null : (
          <>
            {" at "}
            <code>{opName}</code>
          </>
        )}
        {confidence === null ? null : <span className="muted"> · {percent(confidence)} sure</span>}
      </h2>
      <ClampedText text={reason} marks={{ lost }} limit={900} />
      {remedy === null ? null : (
        <p>
          <b>What would help:</b> {remedy}
        </p>
      )}
      {chain.length === 0 ? null : (
        <ol aria-label="How far the needed information got">
          {chain.map(({ opName: name, role, carried, decisive }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps may repeat and never move
            <li key={index}>
              {percent(carried)} after {name === null ? role : <code>{name}</code>}
              {decisive ? <b className="bad"> ✗ lost here</b> : null}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
