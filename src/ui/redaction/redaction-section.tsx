/** Lets a person set what the service redacts in this project's texts before storing them. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { RedactionSettings } from "../../protocol/api/redaction.ts";
import { ApiFailure } from "../api/request.ts";
import { Failure, Loaded } from "../components/page/states.tsx";
import { count } from "../text/time.ts";
import { countsQuery, putRedaction, redactionQuery } from "./redaction-api.ts";
import { draftOf, KIND_LABELS, KINDS, type RedactionDraft, settingsOf } from "./redaction-draft.ts";
import { TryText } from "./try-text.tsx";
import "./redaction.css";

export function RedactionSection({ project }: { project: string }) {
  const query = useQuery(redactionQuery(project));
  const forbidden = query.error instanceof ApiFailure && query.error.status === 403;
  return (
    <section className="panel settings redaction-section" aria-labelledby="redaction-title">
      <h2 id="redaction-title">Redaction</h2>
      <p className="muted">
        MemTrace replaces personal data and secrets by pseudonyms before it stores anything. Equal
        values get equal pseudonyms, so MemTrace can still follow the values. Data that is already
        stored does not change.
      </p>
      {forbidden ? (
        <p>Only owners and admins of the organization can see and change redaction.</p>
      ) : (
        <Loaded query={query} what="The redaction settings could not be loaded">
          {(settings) => (
            <RedactionForm key={JSON.stringify(settings)} project={project} settings={settings} />
          )}
        </Loaded>
      )}
      <Counts project={project} />
    </section>
  );
}

function RedactionForm({ project, settings }: { project: string; settings: RedactionSettings }) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(settings));
  const change = (some: Partial<RedactionDraft>) => setDraft({ ...draft, ...some });
  const wanted = settingsOf(draft);
  const save = useMutation({
    mutationFn: () => putRedaction(project, wanted),
    onSuccess: (saved) => client.setQueryData(redactionQuery(project).queryKey, saved),
  });
  return (
    <>
      <form
        className="redaction-form"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <fieldset>
          <legend>Redact</legend>
          {KINDS.map((kind) => (
            <label key={kind}>
              <input
                type="checkbox"
                checked={draft.kinds.includes(kind)}
                onChange={() =>
                  change({
                    kinds: draft.kinds.includes(kind)
                      ? draft.kinds.filter((each) => each !== kind)
                      : [...draft.kinds, kind],
                  })
                }
              />{" "}
              {KIND_LABELS[kind]}
            </label>
          ))}
        </fieldset>
        <Lines
          label="Own patterns"
          hint="One pattern per line: a name, an equals sign, and a regular expression without look-around or backreferences."
          placeholder="order = \bA-\d{6}\b"
          value={draft.patterns}
          onChange={(patterns) => change({ patterns })}
        />
        <Lines
          label="Own word lists"
          hint="One list per line: a name, an equals sign, and words separated by commas. Upper and lower case do not matter."
          placeholder="person = Ada Lovelace, Bob"
          value={draft.lists}
          onChange={(lists) => change({ lists })}
        />
        {save.error ? <Failure error={save.error} what="The settings were not saved" /> : null}
        <p className="ask">
          <button type="submit" className="button primary" disabled={save.isPending}>
            Save redaction
          </button>
        </p>
      </form>
      <TryText project={project} settings={wanted} />
    </>
  );
}

interface LinesProps {
  readonly label: string;
  readonly hint: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Lines({ label, hint, placeholder, value, onChange }: LinesProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-hint`} className="muted">
        {hint}
      </p>
    </div>
  );
}

function Counts({ project }: { project: string }) {
  const { data } = useQuery(countsQuery(project));
  if (data === undefined || data.days.length === 0) return null;
  return (
    <>
      <h3>Redacted in the last thirty days</h3>
      <ul className="redaction-counts">
        {data.days.toReversed().map(({ day, counts }) => (
          <li key={day}>
            <b>{day}</b> {counts.map((each) => `${each.kind} ${count(each.count)}`).join(", ")}
          </li>
        ))}
      </ul>
    </>
  );
}
