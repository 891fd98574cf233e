/** Lets a person choose the active version, and a canary version for a share of the graphs. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Prompt } from "../../protocol/api/prompts.ts";
import { Select } from "../components/form/field.tsx";
import { Failure } from "../components/page/states.tsx";
import { percent } from "../text/time.ts";
import { promptQuery, promptsQuery, servePrompt } from "./prompts-api.ts";

const NONE = "";
const SHARES = [0.05, 0.1, 0.2, 0.5];

export function ServingForm({ project, prompt }: { project: string; prompt: Prompt }) {
  const [active, setActive] = useState(asValue(prompt.active));
  const [candidate, setCandidate] = useState(asValue(prompt.candidate));
  const [share, setShare] = useState(prompt.share || 0.1);
  const client = useQueryClient();
  const serve = useMutation({
    mutationFn: () =>
      servePrompt(project, prompt.id, {
        active: asNumber(active),
        candidate: asNumber(candidate) === null ? null : { version: Number(candidate), share },
      }),
    onSuccess: (changed) => {
      client.setQueryData(promptQuery(project, prompt.id).queryKey, changed);
      return client.invalidateQueries({ queryKey: promptsQuery(project).queryKey });
    },
  });
  const versions = prompt.versions.map(({ number }) => ({
    value: String(number),
    label: `version ${number}`,
  }));
  const shares = [...new Set([...SHARES, share])].sort((a, b) => a - b);
  const isSame =
    active === asValue(prompt.active) &&
    candidate === asValue(prompt.candidate) &&
    (candidate === NONE || share === prompt.share);
  return (
    <section>
      <h2>Version served to apps</h2>
      <form
        className="panel serving"
        onSubmit={(event) => {
          event.preventDefault();
          serve.mutate();
        }}
      >
        <Select
          label="Active version"
          value={active}
          options={[{ value: NONE, label: "the app’s own text" }, ...versions]}
          onChange={(value) => {
            setActive(value);
            if (value === candidate) setCandidate(NONE);
          }}
        />
        <Select
          label="Canary version"
          value={candidate}
          options={[
            { value: NONE, label: "nothing" },
            ...versions.filter(({ value }) => value !== active),
          ]}
          onChange={setCandidate}
        />
        {candidate === NONE ? null : (
          <Select
            label="For"
            value={String(share)}
            options={shares.map((value) => ({
              value: String(value),
              label: `${percent(value)} of the graphs`,
            }))}
            onChange={(value) => setShare(Number(value))}
          />
        )}
        <button type="submit" className="button primary" disabled={serve.isPending || isSame}>
          Serve
        </button>
      </form>
      {serve.error ? (
        <Failure error={serve.error} what="The served version was not changed" />
      ) : null}
    </section>
  );
}

const asValue = (number: number | null): string => (number === null ? NONE : String(number));
const asNumber = (value: string): number | null => (value === NONE ? null : Number(value));
