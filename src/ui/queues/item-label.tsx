/**
 * Lets a person label an item with the keyboard: one key chooses the error type, and Enter saves
 * and opens the next case.
 */
import { useInfiniteQuery, useMutation, useQueries } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import type { Label, LabelRow } from "../../protocol/api/annotation/labels.ts";
import type { QueueItem } from "../../protocol/api/annotation/queues.ts";
import { ERROR_TYPES, type ErrorType } from "../../protocol/error-types.ts";
import { madeOfQuery } from "../api/graph-queries.ts";
import { joinedLabels, labelsQuery, setLabel } from "../api/labels.ts";
import {
  type Choice,
  choiceOf,
  NO_OPERATION,
  operationChoices,
  withFirstCause,
} from "../case/labels/label-choices.ts";
import { LabelLine } from "../case/labels/label-line.tsx";
import { OperationChoice, SEARCHING } from "../case/labels/operation-choice.tsx";
import { Field } from "../components/form/field.tsx";
import { Failure } from "../components/page/states.tsx";
import { TypeLetter } from "../components/text/type-chip.tsx";
import { LOOKS } from "../error-types.ts";
import { leaveControl, useKeys } from "../shell/keyboard.ts";
import { MAX_EVIDENCE_SHOWN } from "./blind-evidence.tsx";
import { SkipDialog } from "./skip-dialog.tsx";

interface ItemLabelProps {
  readonly project: string;
  readonly item: QueueItem;
  /** True until the next case has loaded. */
  readonly busy: boolean;
  /** Called after the label was saved or the case skipped. */
  readonly onDone: () => void;
}

export function ItemLabel({ project, item, busy, onDone }: ItemLabelProps) {
  const labels = useInfiniteQuery({
    ...labelsQuery(project, item.case.id),
    // A hidden verdict means that the person has not labelled the case yet, so there is no label to
    // load.
    enabled: !item.isHidden,
  });
  const own = joinedLabels(labels.data?.pages ?? [])?.items.find(
    ({ author, isCurrent, isAdjudication }) => author.isYou && isCurrent && !isAdjudication,
  );
  const before = own?.label ?? null;
  const [typePicked, setErrorType] = useState<ErrorType>();
  const [opPicked, setOp] = useState<string>();
  const [reasonWritten, setReason] = useState<string>();
  const [isSkipping, setSkipping] = useState(false);
  const errorType = typePicked ?? before?.errorType;
  const op = opPicked ?? before?.op ?? NO_OPERATION;
  const reason = reasonWritten ?? before?.reason ?? "";
  const choices = useChoices(project, item, before);
  const save = useMutation({
    mutationFn: (label: Label) => setLabel(project, item.case.id, label),
    onSuccess: onDone,
  });
  const canSave =
    (item.isHidden || labels.data !== undefined) && op !== SEARCHING && !save.isPending && !busy;
  const saveIt = () => {
    if (errorType === undefined || !canSave) return;
    const cause = { errorType, op: op === NO_OPERATION ? null : op };
    save.mutate({ ...withFirstCause(before, cause), reason });
  };
  const canSkip = item.mine !== null && item.mine.state !== "done";
  useKeys({
    ...Object.fromEntries(
      ERROR_TYPES.map((type, at) => [
        `${at + 1}`,
        () => {
          leaveControl();
          setErrorType(type);
        },
      ]),
    ),
    s: canSkip ? () => setSkipping(true) : undefined,
    Enter: errorType !== undefined && canSave ? saveIt : undefined,
  });
  return (
    <section className="panel item-label" aria-label="Your label">
      <Given item={item} own={own} />
      {labels.error ? <Failure error={labels.error} what="Your label could not be loaded" /> : null}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saveIt();
        }}
      >
        <TypeButtons value={errorType} onChoose={setErrorType} onEnter={saveIt} />
        <div className="label-fields">
          <OperationChoice
            {...{ project, choices, graph: item.case.graph, value: op, onChange: setOp }}
          />
          <Field label="Why" value={reason} onChange={({ target }) => setReason(target.value)} />
        </div>
        <p className="queue-actions">
          <button
            type="submit"
            className="button primary"
            disabled={errorType === undefined || !canSave}
          >
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
          onSkipped={onDone}
          onClose={() => setSkipping(false)}
        />
      ) : null}
    </section>
  );
}

interface TypeButtonsProps {
  readonly value: ErrorType | undefined;
  readonly onChoose: (type: ErrorType) => void;
  readonly onEnter: () => void;
}

function TypeButtons({ value, onChoose, onEnter }: TypeButtonsProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    // If the focus is on the error type that is already chosen, Enter saves the label. On any other
    // type, Enter only chooses this type.
    const chosen = event.target instanceof Element && event.target.closest("[aria-pressed=true]");
    if (event.key !== "Enter" || !chosen) return;
    event.preventDefault();
    onEnter();
  };
  return (
    <fieldset className="item-types" onKeyDown={onKeyDown}>
      <legend>What went wrong?</legend>
      {ERROR_TYPES.map((type, at) => (
        <button
          key={type}
          type="button"
          className="button"
          aria-pressed={type === value}
          title={LOOKS[type].meaning}
          onClick={() => onChoose(type)}
        >
          <kbd>{at + 1}</kbd> <TypeLetter type={type} />
          {LOOKS[type].label}
        </button>
      ))}
    </fieldset>
  );
}

/** Shows the person's earlier label, or their reason for skipping. */
function Given({ item, own }: { item: QueueItem; own: LabelRow | undefined }) {
  if (item.mine?.state === "skipped") {
    return <p className="muted">You skipped this case: “{item.mine.reason}”</p>;
  }
  return own === undefined ? null : <LabelLine row={own} />;
}

/**
 * Returns the operations in the verdict and in the person's own label. If the verdict is hidden,
 * returns the operations that made values from the evidence or the query.
 */
function useChoices(
  project: string,
  { case: item, isHidden }: QueueItem,
  own: Label | null,
): Choice[] {
  const starts = [...item.evidence.slice(0, MAX_EVIDENCE_SHOWN), item.queryId];
  const made = useQueries({
    queries: starts
      .filter((id) => id !== null)
      .map((id) => ({ ...madeOfQuery(project, item.graph, id), enabled: isHidden })),
  });
  if (item.attribution !== null) return operationChoices(item.attribution, own);
  const operations = made.flatMap(({ data }) => data?.operations ?? []);
  const named = new Map(operations.map(({ id, name }) => [id, choiceOf(id, name)]));
  return [{ value: NO_OPERATION, label: "no operation is at fault" }, ...named.values()];
}
