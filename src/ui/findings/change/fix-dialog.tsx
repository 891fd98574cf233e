import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Finding } from "../../../protocol/api/insights/findings.ts";
import { Select } from "../../components/form/field.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { experimentsQuery } from "../../experiments/experiments-api.ts";
import { promptQuery, promptsQuery } from "../../prompts/prompts-api.ts";
import { dayOf } from "../../text/time.ts";
import { changeFinding, useShowFinding } from "../findings-api.ts";

interface FixDialogProps {
  readonly project: string;
  readonly finding: Finding;
  readonly onClose: () => void;
}

const NONE = "";

/**
 * Lets a person choose the prompt version that fixed the finding, the experiment that proves the
 * fix, or both.
 */
export function FixDialog({ project, finding: { id, fix }, onClose }: FixDialogProps) {
  const [prompt, setPrompt] = useState(fix?.prompt?.id ?? NONE);
  const [picked, setPicked] = useState(fix?.prompt ? `${fix.prompt.version}` : NONE);
  const [experiment, setExperiment] = useState(fix?.experiment?.id ?? NONE);
  const prompts = useInfiniteQuery(promptsQuery(project)).data?.pages ?? [];
  const experiments = useInfiniteQuery(experimentsQuery(project)).data?.pages ?? [];
  const versions =
    useQuery({ ...promptQuery(project, prompt), enabled: prompt !== NONE }).data?.versions ?? [];
  const version = picked === NONE ? `${versions[0]?.number ?? ""}` : picked;
  const show = useShowFinding(project);
  const save = useMutation({
    mutationFn: () =>
      changeFinding(project, id, {
        fix: {
          ...(prompt === NONE ? {} : { prompt: { id: prompt, version: Number(version) } }),
          ...(experiment === NONE ? {} : { experiment }),
        },
      }),
    onSuccess: (changed) => {
      onClose();
      return show(changed);
    },
  });
  const none = { value: NONE, label: "none" };
  return (
    <FormDialog
      title="Link the fix"
      action="Link"
      change={save}
      failure="The fix was not linked"
      incomplete={(prompt === NONE && experiment === NONE) || (prompt !== NONE && version === NONE)}
      onClose={onClose}
    >
      <Select
        label="Prompt"
        value={prompt}
        options={[
          none,
          ...listed(
            fix?.prompt,
            prompts.flatMap(({ items }) => items),
          ).map((each) => ({
            ...{ value: each.id, label: each.name },
          })),
        ]}
        onChange={(chosen) => {
          setPrompt(chosen);
          setPicked(NONE);
        }}
      />
      {prompt === NONE ? null : (
        <Select
          label="Version"
          value={version}
          options={versions.map(({ number, createdAt }) => ({
            ...{ value: `${number}`, label: `${number}, of ${dayOf(createdAt)}` },
          }))}
          onChange={setPicked}
        />
      )}
      <Select
        label="Experiment"
        value={experiment}
        options={[
          none,
          ...listed(
            fix?.experiment,
            experiments.flatMap(({ items }) => items),
          ).map((each) => ({
            ...{ value: each.id, label: each.name },
          })),
        ]}
        onChange={setExperiment}
      />
    </FormDialog>
  );
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Adds the linked item to the choices if it is not among them. The list loads page by page, so the
 * item can be on a page that has not been loaded.
 */
function listed(linked: Named | null | undefined, all: readonly Named[]): readonly Named[] {
  if (!linked || all.some(({ id }) => id === linked.id)) return all;
  return [linked, ...all];
}
