/** A person's label for the verdict: it is right, or a correction. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Case, Label } from "../../protocol/api/api.ts";
import type { AttributedVerdict, Attribution } from "../../protocol/api/attribution.ts";
import { ERROR_TYPES, type ErrorType } from "../../protocol/error-types.ts";
import { labelCase, removeLabel } from "../api/commands.ts";
import { caseQuery } from "../api/resources.ts";
import { Field, Select } from "../components/form/field.tsx";
import { Icon } from "../components/page/icon.tsx";
import { Failure } from "../components/page/states.tsx";
import { TypeChip } from "../components/text/type-chip.tsx";
import { LOOKS } from "../error-types.ts";
import { FindOperation } from "./find-operation.tsx";

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
  const agree = ({ errorType, op, link }: AttributedVerdict) =>
    change.mutate({ errorType, op, link, reason: "", also: [] });
  return (
    <section className="label-form" aria-label="Your label">
      {item.label && !differing ? (
        <Given item={item} label={item.label} onRemove={() => change.mutate(null)} />
      ) : (
        <p className="ask">
          {attribution.outcome === "attributed" ? (
            <>
              <b>Is the verdict right?</b>
              <button
                type="button"
                className="button"
                disabled={change.isPending}
                onClick={() => agree(attribution)}
              >
                <Icon name="check" size={14} /> Agree
              </button>
            </>
          ) : (
            <b>Do you know what went wrong?</b>
          )}
          <button
            type="button"
            className="button"
            aria-expanded={differing}
            onClick={() => setDiffering(!differing)}
          >
            {attribution.outcome === "attributed" ? "Label differently" : "Label"}
          </button>
        </p>
      )}
      {differing ? (
        <Differently
          project={project}
          graph={item.graph}
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
      <Agreement value={item.agreement} />
      {[label, ...label.also].map((cause, place) => (
        <span key={`${cause.errorType} ${cause.op}`}>
          {place === 0 ? "" : "or "}
          <TypeChip type={cause.errorType} full />
          {cause.op ? <code>{cause.op}</code> : null}
        </span>
      ))}
      {label.reason ? <span className="soft">{label.reason}</span> : null}
      <button type="button" className="link-button" onClick={props.onRemove}>
        Remove the label
      </button>
    </p>
  );
}

/** An undecided verdict makes no claim to agree with. */
function Agreement({ value }: { value: boolean | null }) {
  if (value === null) return <span>Labelled; the verdict was undecided</span>;
  return value ? (
    <span className="good">
      <Icon name="check" size={14} /> A person agrees
    </span>
  ) : (
    <span className="bad">
      <Icon name="cross" size={14} /> A person says otherwise
    </span>
  );
}

interface DifferentlyProps {
  readonly project: string;
  readonly graph: string;
  readonly attribution: Attribution;
  readonly busy: boolean;
  readonly onSave: (label: Label) => void;
}

const NONE = "";
/** Never an id: ids do not begin with a control character. */
const ANOTHER = "\u0000another";

function Differently({ project, graph, attribution, busy, onSave }: DifferentlyProps) {
  const [errorType, setErrorType] = useState<ErrorType>(attribution.errorType ?? "ExtractionError");
  const [op, setOp] = useState(attribution.op ?? NONE);
  const [found, setFound] = useState<readonly Choice[]>([]);
  const [reason, setReason] = useState("");
  const [earlier, setEarlier] = useState<readonly Cause[]>([]);
  const chosen: Cause = { errorType, op: op === NONE ? null : op };
  const isNew = !earlier.some((cause) => isSame(cause, chosen));
  const causes = isNew ? [...earlier, chosen] : earlier;
  const choices = [...choicesOf(attribution), ...found];
  const isChoice = (id: string) => choices.some(({ value }) => value === id);
  return (
    <form
      className="label-fields"
      onSubmit={(event) => {
        event.preventDefault();
        const [first = chosen, ...also] = causes;
        onSave({ ...first, link: null, reason, also });
      }}
    >
      {earlier.length === 0 ? null : (
        <ul className="label-causes" aria-label="Causes that are right">
          {earlier.map((cause) => (
            <li key={`${cause.errorType} ${cause.op}`}>
              <TypeChip type={cause.errorType} full />
              {cause.op ? <code>{cause.op}</code> : null}
              <button
                type="button"
                className="link-button"
                onClick={() => setEarlier(earlier.filter((each) => !isSame(each, cause)))}
              >
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
      <Select
        label="Decisive operation"
        value={op}
        options={[...choices, { value: ANOTHER, label: "another operation …" }]}
        onChange={setOp}
      />
      {op === ANOTHER ? (
        <FindOperation
          project={project}
          graph={graph}
          onChoose={({ id, name }) => {
            if (!isChoice(id)) setFound([...found, choiceOf(id, name)]);
            setOp(id);
          }}
        />
      ) : null}
      <Field label="Why" value={reason} onChange={(event) => setReason(event.target.value)} />
      <button
        type="button"
        className="button"
        disabled={op === ANOTHER || !isNew || causes.length > MAX_CAUSES}
        onClick={() => setEarlier(causes)}
      >
        Add another cause that is right
      </button>
      <button type="submit" className="button primary" disabled={busy || op === ANOTHER}>
        Save the label
      </button>
    </form>
  );
}

type Cause = Label["also"][number];
/** As many as the API takes, without the first. */
const MAX_CAUSES = 10;

function isSame(a: Cause, b: Cause): boolean {
  return a.errorType === b.errorType && a.op === b.op;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

const choiceOf = (id: string, name: string | null): Choice => ({
  value: id,
  label: `${name ?? id} (${id})`,
});

/** None, and every operation that the attribution names. */
function choicesOf(attribution: Attribution): Choice[] {
  const { op, opName, suspects } = attribution;
  const chain = attribution.outcome === "attributed" ? attribution.chain : [];
  const names = new Map<string, string>();
  for (const item of [{ op, opName }, ...chain, ...suspects]) {
    if (item.op !== null && !names.has(item.op)) names.set(item.op, item.opName ?? item.op);
  }
  const named = [...names].map(([id, name]) => choiceOf(id, name));
  return [{ value: NONE, label: "none is at fault" }, ...named];
}
