/** One's own label of an item: one key for the type, enter for the next case. */
import { useInfiniteQuery, useMutation, useQueries } from "@tanstack/react-query";
import { useState } from "react";
import type { QueueItem } from "../../protocol/api/annotation/queues.ts";
import { ERROR_TYPES, type ErrorType } from "../../protocol/error-types.ts";
import { madeOfQuery } from "../api/graph-queries.ts";
import { joinedLabels, labelsQuery, setLabel } from "../api/labels.ts";
import {
  type Choice,
  choiceOf,
  NO_OPERATION,
  operationChoices,
} from "../case/labels/label-choices.ts";
import { LabelLine } from "../case/labels/label-line.tsx";
import { OperationChoice, SEARCHING } from "../case/labels/operation-choice.tsx";
import { Field } from "../components/form/field.tsx";
import { Failure } from "../components/page/states.tsx";
import { TypeLetter } from "../components/text/type-chip.tsx";
import { LOOKS } from "../error-types.ts";
import { useKeys } from "../shell/keyboard.ts";
import { MAX_EVIDENCE_SHOWN } from "./blind-evidence.tsx";
import { SkipDialog } from "./skip-dialog.tsx";

interface ItemLabelProps {
  readonly project: string;
  readonly item: QueueItem;
  readonly onLabelled: () => unknown;
}

export function ItemLabel({ project, item, onLabelled }: ItemLabelProps) {
  const [errorType, setErrorType] = useState<ErrorType>();
  const [op, setOp] = useState(NO_OPERATION);
  const [reason, setReason] = useState("");
  const [isSkipping, setSkipping] = useState(false);
  const choices = useChoices(project, item);
  const save = useMutation({
    mutationFn: async () => {
      if (errorType === undefined) return;
      const chosen = op === NO_OPERATION ? null : op;
      await setLabel(project, item.case.id, {
        errorType,
        op: chosen,
        link: null,
        reason,
        also: [],
      });
    },
    onSuccess: onLabelled,
  });
  const canSave = errorType !== undefined && op !== SEARCHING && !save.isPending;
  const canSkip = item.mine !== null && item.mine.state !== "done";
  const onControl = () => document.activeElement instanceof HTMLButtonElement;
  useKeys({
    ...Object.fromEntries(ERROR_TYPES.map((type, at) => [`${at + 1}`, () => setErrorType(type)])),
    s: canSkip ? () => setSkipping(true) : undefined,
    Enter: canSave && !onControl() ? () => save.mutate() : undefined,
  });
  return (
    <section className="panel item-label" aria-label="Your label">
      <Given project={project} item={item} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (canSave) save.mutate();
        }}
      >
        <fieldset className="item-types">
          <legend>What went wrong?</legend>
          {ERROR_TYPES.map((type, at) => (
            <button
              key={type}
              type="button"
              className="button"
              aria-pressed={type === errorType}
              title={LOOKS[type].meaning}
              onClick={() => setErrorType(type)}
            >
              <kbd>{at + 1}</kbd> <TypeLetter type={type} />
              {LOOKS[type].label}
            </button>
          ))}
        </fieldset>
        <div className="label-fields">
          <OperationChoice
            {...{ project, choices, graph: item.case.graph, value: op, onChange: setOp }}
          />
          <Field label="Why" value={reason} onChange={({ target }) => setReason(target.value)} />
        </div>
        <p className="queue-actions">
          <button type="submit" className="button primary" disabled={!canSave}>
            <kbd>enter</kbd> Save and go on
          </button>
          {canSkip ? (
            <button type="button" className="button" onClick={() => setSkipping(true)}>
              <kbd>s</kbd> Skip
            </button>
          ) : null}
        </p>
        {save.error ? <Failure error={save.error} what="The label was not saved" /> : null}
      </form>
      {isSkipping ? (
        <SkipDialog
          {...{ project, queue: item.queue, item: item.case.id }}
          onSkipped={onLabelled}
          onClose={() => setSkipping(false)}
        />
      ) : null}
    </section>
  );
}

/** What the person said before. */
function Given({ project, item }: { project: string; item: QueueItem }) {
  const isDone = item.mine?.state === "done";
  const labels = useInfiniteQuery({ ...labelsQuery(project, item.case.id), enabled: isDone }).data;
  const own = joinedLabels(labels?.pages ?? [])?.items.find(
    ({ author, isCurrent, isAdjudication }) => author.isYou && isCurrent && !isAdjudication,
  );
  if (item.mine?.state === "skipped") {
    return <p className="muted">You skipped it: “{item.mine.reason}”</p>;
  }
  return own === undefined ? null : <LabelLine row={own} />;
}

/** The operations that the verdict names; while it is hidden, those that the evidence went through. */
function useChoices(project: string, { case: item, isHidden }: QueueItem): Choice[] {
  const starts = [...item.evidence.slice(0, MAX_EVIDENCE_SHOWN), item.queryId];
  const made = useQueries({
    queries: starts
      .filter((id) => id !== null)
      .map((id) => ({ ...madeOfQuery(project, item.graph, id), enabled: isHidden })),
  });
  if (item.attribution !== null) return operationChoices(item.attribution, null);
  const operations = made.flatMap(({ data }) => data?.operations ?? []);
  const named = new Map(operations.map(({ id, name }) => [id, choiceOf(id, name)]));
  return [{ value: NO_OPERATION, label: "none is at fault" }, ...named.values()];
}
