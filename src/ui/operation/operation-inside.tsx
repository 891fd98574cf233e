/** Shows an operation as a drawing, with the texts of inputs and outputs. */
import { lazy, Suspense, useMemo, useState } from "react";
import type { OperationView, VariableView } from "../../protocol/api/api.ts";
import { Skeleton } from "../components/page/states.tsx";
import { Id } from "../components/text/id.tsx";
import { tokensText } from "../text/cost.ts";
import { shortenMiddle } from "../text/shorten.ts";
import { count, exactTime } from "../text/time.ts";
import type { OperationInsideProps } from "./operation-drawing.tsx";
import { rankVariables } from "./rank-variables.ts";
import { VariableCard } from "./variable-card.tsx";
import "./operation.css";

const OperationDrawing = lazy(async () => {
  const { OperationDrawing: component } = await import("./operation-drawing.tsx");
  return { default: component };
});

export function OperationInside(props: OperationInsideProps) {
  const { operation, marks } = props;
  const ranked = useMemo(
    () => rankVariables(operation, props.focus, marks.lost ?? [], props.link),
    [operation, props.focus, marks.lost, props.link],
  );
  return (
    <div className="operation-inside">
      <div className="panel drawing-panel">
        <OperationFacts operation={operation} />
        <Suspense fallback={<Skeleton rows={5} height={32} />}>
          <OperationDrawing {...props} ranked={ranked} />
        </Suspense>
      </div>
      <div className="panel texts-panel">
        {props.missed ? (
          <Texts
            {...props}
            title="Stated before, but not read by this operation"
            variables={[props.missed]}
            none=""
          />
        ) : null}
        <Texts
          {...props}
          title="Inputs"
          variables={ranked.inputs}
          total={operation.counts.inputs}
          none="This operation read nothing."
        />
        <Texts
          {...props}
          title="Outputs"
          variables={[...ranked.intermediates, ...ranked.outputs]}
          total={operation.counts.intermediates + operation.counts.outputs}
          none="This operation wrote nothing."
        />
        <p className="marks-legend muted">
          {marks.lost?.length ? (
            <>
              <mark data-tone="lost">marked</mark> lost in this operation{" "}
            </>
          ) : null}
          {marks.kept?.length ? (
            <>
              <mark data-tone="kept">marked</mark> needed and stated
            </>
          ) : null}
        </p>
      </div>
    </div>
  );
}

function OperationFacts({ operation }: { operation: OperationView }) {
  const { name, id, category, status, error, at, session, tokens, model } = operation;
  return (
    <header className="operation-facts">
      <h3>
        <code>{name}</code>
      </h3>
      <p className="muted">
        <Id id={id} limit={20} /> {category ? `· ${category} ` : ""}
        {session ? `· ${shortenMiddle(session, 20)} ` : ""}· {exactTime(at)}
      </p>
      {tokens ? (
        <p className="muted">
          {model ? `${model}: ` : ""}
          {tokensText(tokens)}
        </p>
      ) : null}
      {status === "error" ? <p className="bad">Failed: {error ?? "no reason given"}</p> : null}
      {operation.comment ? <p className="soft">{operation.comment}</p> : null}
    </header>
  );
}

const SHOWN = 4;
/** Number of cards to add at a time. Hundreds of cards would block the page. */
const PORTION = 40;

interface TextsProps extends OperationInsideProps {
  readonly title: string;
  readonly none: string;
  readonly variables: readonly VariableView[];
  /** Number of variables, including those that are not loaded. */
  readonly total?: number;
}

function Texts({ title, none, variables, total = variables.length, ...props }: TextsProps) {
  const [limit, setLimit] = useState(SHOWN);
  const chosen = variables.findIndex(({ id }) => id === props.selected);
  const shown = variables.slice(0, Math.max(limit, chosen + 1));
  return (
    <section className="texts">
      <h3>
        {title} <span className="muted">{count(total)}</span>
      </h3>
      {variables.length === 0 ? <p className="muted">{none}</p> : null}
      {shown.map((variable) => (
        <VariableCard
          key={variable.id}
          project={props.project}
          graph={props.graph}
          variable={variable}
          marks={props.marks}
          selected={variable.id === props.selected}
          changesFirst={
            variable.previousId !== null && props.operation.inputs.includes(variable.previousId)
          }
        />
      ))}
      {shown.length < variables.length ? (
        <button
          type="button"
          className="link-button"
          onClick={() => setLimit(shown.length + PORTION)}
        >
          show {count(Math.min(PORTION, variables.length - shown.length))} of{" "}
          {count(variables.length - shown.length)} more
        </button>
      ) : null}
      {variables.length < total ? (
        <p className="muted part">
          Of {count(total)}, {count(variables.length)} are listed here; the API lists all.
        </p>
      ) : null}
    </section>
  );
}
