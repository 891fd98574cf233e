/** The form for a person's label or an adjudication. */
import { useId, useState } from "react";
import type { Label } from "../../../protocol/api/annotation/labels.ts";
import { ERROR_TYPES, type ErrorType, SUB_KINDS } from "../../../protocol/error-types.ts";
import { Field, Select } from "../../components/form/field.tsx";
import { TypeChip } from "../../components/text/type-chip.tsx";
import { LOOKS } from "../../error-types.ts";
import {
  type Cause,
  isSameCause,
  linesOf,
  NO_OPERATION,
  operationChoices,
} from "./label-choices.ts";
import type { LabelPanelProps } from "./label-panel-props.ts";
import { LinesField } from "./lines-field.tsx";
import { LinkField } from "./link-field.tsx";
import { OperationChoice, SEARCHING } from "./operation-choice.tsx";

interface LabelFieldsProps extends LabelPanelProps {
  /** The label to change. If null, the form starts with the cause in the verdict. */
  readonly start: Label | null;
  readonly action: string;
  readonly busy: boolean;
  readonly onSave: (label: Label) => void;
}

/** The API accepts at most this many causes besides the main cause. */
const MAX_CAUSES = 10;

export function LabelFields(props: LabelFieldsProps) {
  const { project, item, attribution, start } = props;
  const first = start ?? attribution;
  const [errorType, setErrorType] = useState<ErrorType>(first.errorType ?? "ExtractionError");
  const [op, setOp] = useState(first.op ?? NO_OPERATION);
  const [link, setLink] = useState(start?.link ?? "");
  const [reason, setReason] = useState(start?.reason ?? "");
  const [earlier, setEarlier] = useState<readonly Cause[]>(
    start && start.also.length > 0 ? [start, ...start.also].map(causeOf) : [],
  );
  const [subKind, setSubKind] = useState(start?.subKind ?? "");
  const [expected, setExpected] = useState((start?.expected ?? []).join("\n"));
  const [evidence, setEvidence] = useState((start?.evidence ?? []).join("\n"));
  const suggestions = useId();
  const chosen: Cause = { errorType, op: op === NO_OPERATION ? null : op };
  const isNew = !earlier.some((cause) => isSameCause(cause, chosen));
  const causes = isNew ? [...earlier, chosen] : earlier;
  const save = () => {
    const [main = chosen, ...also] = causes;
    const [answers, ids] = [linesOf(expected), linesOf(evidence)];
    props.onSave({
      ...main,
      ...{ link: link === "" ? null : link, reason, also },
      ...(subKind.trim() === "" ? {} : { subKind: subKind.trim() }),
      ...(answers.length === 0 ? {} : { expected: answers }),
      ...(ids.length === 0 ? {} : { evidence: ids }),
    });
  };
  const choose = (id: string) => {
    setOp(id);
    setLink("");
  };
  const remove = (cause: Cause) => {
    const left = earlier.filter((each) => !isSameCause(each, cause));
    setEarlier(left);
    const [first] = left;
    // If the fields still showed the removed cause, saving would add it again. So show another
    // cause.
    if (first === undefined || !isSameCause(cause, chosen)) return;
    setErrorType(first.errorType);
    choose(first.op ?? NO_OPERATION);
  };
  return (
    <form
      className="label-fields"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {earlier.length === 0 ? null : (
        <ul className="label-causes" aria-label="Other correct causes">
          {earlier.map((cause) => (
            <li key={`${cause.errorType} ${cause.op}`}>
              <TypeChip type={cause.errorType} full />
              {cause.op ? <code>{cause.op}</code> : null}
              <button type="button" className="link-button" onClick={() => remove(cause)}>
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      <Select
        label="Error type"
        value={errorType}
        options={ERROR_TYPES.map((value) => ({ value, label: LOOKS[value].label }))}
        onChange={setErrorType}
      />
      <OperationChoice
        {...{ project, graph: item.graph, choices: operationChoices(attribution, start) }}
        value={op}
        onChange={choose}
      />
      <Field label="Why" value={reason} onChange={(event) => setReason(event.target.value)} />
      <details className="label-more" open={start?.expected !== undefined || undefined}>
        <summary>Sub-kind, link, corrected answer, evidence</summary>
        <div className="label-fields">
          <Field
            label="Sub-kind"
            hint="How the error happened."
            list={suggestions}
            maxLength={100}
            value={subKind}
            onChange={(event) => setSubKind(event.target.value)}
          />
          <datalist id={suggestions}>
            {SUB_KINDS[errorType].map((value) => (
              <option key={value} value={value} />
            ))}
          </datalist>
          <LinkField
            {...{ project, graph: item.graph, value: link, onChange: setLink }}
            op={op === SEARCHING ? NO_OPERATION : op}
          />
          <LinesField
            label="Corrected expected answers"
            hint={`One answer on each line. Current answers: ${item.expected.join(" · ") || "none"}`}
            value={expected}
            onChange={setExpected}
          />
          <LinesField
            label="Evidence"
            hint="Ids of the variables that contain the answer, such as message:m1@1, one on each line."
            value={evidence}
            onChange={setEvidence}
          />
        </div>
      </details>
      <p className="label-actions">
        <button
          type="button"
          className="button"
          disabled={op === SEARCHING || !isNew || causes.length > MAX_CAUSES}
          onClick={() => setEarlier(causes)}
        >
          Add another correct cause
        </button>
        <button type="submit" className="button primary" disabled={props.busy || op === SEARCHING}>
          {props.action}
        </button>
      </p>
    </form>
  );
}

const causeOf = ({ errorType, op }: Cause): Cause => ({ errorType, op });
