import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { VariableView } from "../../protocol/api/api.ts";
import { variableQuery } from "../api/resources.ts";
import { Failure, Loaded } from "../components/page/states.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { CopyButton } from "../components/text/copy-button.tsx";
import { Id } from "../components/text/id.tsx";
import { TextDiff } from "../components/text/text-diff.tsx";
import type { Marks } from "../text/mark-words.ts";
import { count } from "../text/time.ts";
import "./operation.css";

interface VariableCardProps {
  readonly project: string;
  readonly graph: string;
  readonly variable: VariableView;
  readonly marks: Marks;
  readonly selected?: boolean;
  /**
   * If true, initially shows the changes since the previous version. If false, initially shows the
   * text.
   */
  readonly changesFirst?: boolean;
}

/**
 * Shows a version's text. If there is a previous version, a button shows the changes since then.
 */
export function VariableCard(props: VariableCardProps) {
  const { variable, marks, selected = false, changesFirst = false } = props;
  const [diff, setDiff] = useState(changesFirst);
  const isCut = variable.value.length < variable.length;
  const whole = useQuery({
    ...variableQuery(props.project, props.graph, variable.id),
    enabled: isCut && diff,
  });
  const known = isCut ? whole.data : variable;
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (selected) element.current?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }, [selected]);
  return (
    <article className="variable-card" data-selected={selected} ref={element}>
      <header>
        <Id id={variable.id} limit={36} />
        {variable.category ? <span className="muted">{variable.category}</span> : null}
        <span className="muted">{count(variable.length)} characters</span>
        <span className="card-actions">
          {variable.previousId ? <ChangesOrText diff={diff} onChoose={setDiff} /> : null}
          {known ? <CopyButton text={known.value} label="Copy" compact /> : null}
        </span>
      </header>
      {diff && variable.previousId ? (
        <Loaded
          query={{ data: known, error: whole.error, refetch: whole.refetch }}
          what="The text could not be loaded"
        >
          {({ value }) => (
            <Changes {...props} value={value} previousId={variable.previousId ?? ""} />
          )}
        </Loaded>
      ) : (
        <>
          <ClampedText text={(known ?? variable).value} length={known?.length} marks={marks} />
          {known ? null : <Cut variable={variable} onMore={() => void whole.refetch()} />}
          {whole.error ? <Failure error={whole.error} what="The text could not be loaded" /> : null}
        </>
      )}
      {variable.comment ? <p className="muted comment">{variable.comment}</p> : null}
    </article>
  );
}

function ChangesOrText(props: { diff: boolean; onChoose: (diff: boolean) => void }) {
  const { diff, onChoose } = props;
  return (
    <span className="segments">
      <button type="button" aria-pressed={diff} onClick={() => onChoose(true)}>
        Changes
      </button>
      <button type="button" aria-pressed={!diff} onClick={() => onChoose(false)}>
        Text
      </button>
    </span>
  );
}

/** The API returns only the start of long texts if there are many variables. */
function Cut({ variable, onMore }: { variable: VariableView; onMore: () => void }) {
  return (
    <p className="muted">
      Only the first {count(variable.value.length)} of {count(variable.length)} characters are
      loaded.{" "}
      <button type="button" className="link-button" onClick={onMore}>
        load all
      </button>
    </p>
  );
}

function Changes(props: VariableCardProps & { value: string; previousId: string }) {
  const { project, graph, previousId } = props;
  const previous = useQuery(variableQuery(project, graph, previousId));
  return (
    <>
      <p className="muted">
        against <Id id={previousId} limit={36} />
      </p>
      <Loaded query={previous} what="The previous version could not be loaded">
        {({ value }) => <TextDiff before={value} after={props.value} />}
      </Loaded>
    </>
  );
}
