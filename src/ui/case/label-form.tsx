/** A person's word on the verdict: it is right, or what is right instead. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Case, Label } from "../../protocol/api.ts";
import type { Attribution } from "../../protocol/attribution.ts";
import type { ErrorType } from "../../protocol/error-types.ts";
import { labelCase, removeLabel } from "../api/commands.ts";
import { caseQuery } from "../api/resources.ts";
import { Field, Select } from "../components/field.tsx";
import { Icon } from "../components/icon.tsx";
import { Failure } from "../components/states.tsx";
import { TypeChip } from "../components/type-chip.tsx";
import { ERROR_TYPES, LOOKS } from "../error-types.ts";

interface LabelFormProps {
  readonly project: string;
  readonly item: Case;
  readonly attribution: Attribution;
}

export function LabelForm({ project, item, attribution }: LabelFormProps) {
  const [differing, setDiffering] = useState(false);
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (label: Label | null) =>
      label ? labelCase(project, item.id, label) : removeLabel(project, item.id),
    onSuccess: () => {
      setDiffering(false);
      return client.invalidateQueries({ queryKey: caseQuery(project, item.id).queryKey });
    },
  });
  const agree = () => {
    const { errorType, op, link } = attribution;
    change.mutate({ errorType, op, link, reason: "" });
  };
  return (
    <section className="label-form" aria-label="Your label">
      {item.label && !differing ? (
        <Given item={item} label={item.label} onRemove={() => change.mutate(null)} />
      ) : (
        <p className="ask">
          <b>Is the verdict right?</b>
          <button type="button" className="button" disabled={change.isPending} onClick={agree}>
            <Icon name="check" size={14} /> Agree
          </button>
          <button
            type="button"
            className="button"
            aria-expanded={differing}
            onClick={() => setDiffering(!differing)}
          >
            Label differently
          </button>
        </p>
      )}
      {differing ? (
        <Differently
          attribution={attribution}
          busy={change.isPending}
          onSave={(label) => change.mutate(label)}
        />
      ) : null}
      {change.error ? <Failure error={change.error} what="The label was not saved" /> : null}
    </section>
  );
}

function Given(props: { item: Case; label: Label; onRemove: () => void }) {
  const { item, label } = props;
  return (
    <p className="ask">
      <span className={item.agreement ? "good" : "bad"}>
        <Icon name={item.agreement ? "check" : "cross"} size={14} />{" "}
        {item.agreement ? "A person agrees" : "A person says otherwise"}
      </span>
      <TypeChip type={label.errorType} full />
      {label.op ? <code>{label.op}</code> : null}
      {label.reason ? <span className="soft">{label.reason}</span> : null}
      <button type="button" className="link-button" onClick={props.onRemove}>
        Remove the label
      </button>
    </p>
  );
}

interface DifferentlyProps {
  readonly attribution: Attribution;
  readonly busy: boolean;
  readonly onSave: (label: Label) => void;
}

const NONE = "";

function Differently({ attribution, busy, onSave }: DifferentlyProps) {
  const [errorType, setErrorType] = useState<ErrorType>(attribution.errorType);
  const [op, setOp] = useState(attribution.op ?? NONE);
  const [reason, setReason] = useState("");
  return (
    <form
      className="label-fields"
      onSubmit={(event) => {
        event.preventDefault();
        onSave({ errorType, op: op === NONE ? null : op, link: null, reason });
      }}
    >
      <Select
        label="Error type"
        value={errorType}
        options={ERROR_TYPES.map((value) => ({ value, label: LOOKS[value].label }))}
        onChange={setErrorType}
      />
      <Select
        label="Decisive operation"
        value={op}
        options={operationsOf(attribution)}
        onChange={setOp}
      />
      <Field label="Why" value={reason} onChange={(event) => setReason(event.target.value)} />
      <button type="submit" className="button primary" disabled={busy}>
        Save the label
      </button>
    </form>
  );
}

/** Every operation that the attribution speaks of. */
function operationsOf({ op, opName, chain, suspects }: Attribution) {
  const names = new Map<string, string>();
  for (const item of [{ op, opName }, ...chain, ...suspects]) {
    if (item.op !== null && !names.has(item.op)) names.set(item.op, item.opName ?? item.op);
  }
  const options = [...names].map(([value, name]) => ({ value, label: `${name} (${value})` }));
  return [{ value: NONE, label: "none is at fault" }, ...options];
}
