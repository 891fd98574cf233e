import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { VariableView } from "../../protocol/api.ts";
import { variableQuery } from "../api/resources.ts";
import { ClampedText } from "../components/clamped-text.tsx";
import { CopyButton } from "../components/copy-button.tsx";
import { Id } from "../components/id.tsx";
import { Loaded } from "../components/states.tsx";
import { TextDiff } from "../components/text-diff.tsx";
import type { Marks } from "../text/mark-words.ts";
import { count } from "../text/time.ts";
import "./operation.css";

interface VariableCardProps {
  readonly project: string;
  readonly graph: string;
  readonly variable: VariableView;
  readonly marks: Marks;
  readonly selected?: boolean;
  /** Whether the change from the version before is shown rather than the text. */
  readonly changesFirst?: boolean;
}

/** One version of one value, as text; where it replaced another version, also what changed. */
export function VariableCard(props: VariableCardProps) {
  const { variable, marks, selected = false, changesFirst = false } = props;
  const [diff, setDiff] = useState(changesFirst);
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
          {variable.previousId ? (
            <span className="segments">
              <button type="button" aria-pressed={diff} onClick={() => setDiff(true)}>
                Changes
              </button>
              <button type="button" aria-pressed={!diff} onClick={() => setDiff(false)}>
                Text
              </button>
            </span>
          ) : null}
          <CopyButton text={variable.value} label="Copy" compact />
        </span>
      </header>
      {diff && variable.previousId ? (
        <Changes {...props} previousId={variable.previousId} />
      ) : (
        <ClampedText text={variable.value} length={variable.length} marks={marks} />
      )}
      {variable.comment ? <p className="muted comment">{variable.comment}</p> : null}
    </article>
  );
}

function Changes(props: VariableCardProps & { previousId: string }) {
  const { project, graph, variable, previousId } = props;
  const previous = useQuery(variableQuery(project, graph, previousId));
  return (
    <>
      <p className="muted">
        against <Id id={previousId} limit={36} />
      </p>
      <Loaded query={previous} what="The version before could not be loaded">
        {({ value }) => <TextDiff before={value} after={variable.value} />}
      </Loaded>
    </>
  );
}
