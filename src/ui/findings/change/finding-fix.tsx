import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Finding, FindingFix as Fix } from "../../../protocol/api/insights/findings.ts";
import { useMay } from "../../api/may.ts";
import { Failure } from "../../components/page/states.tsx";
import { changeFinding, useShowFinding } from "../findings-api.ts";
import { FixDialog } from "./fix-dialog.tsx";

const SOURCES: Readonly<Record<Fix["source"], string>> = {
  person: "linked by a person",
  experiment: "in the experiment, all tested cases of the finding got right answers",
  proposal: "linked by an accepted proposal; no experiment has tested the fix yet",
};

/** Links to the prompt version or experiment that fixed the finding. */
export function FindingFix({ project, finding }: { project: string; finding: Finding }) {
  const { id, fix } = finding;
  const [choosing, setChoosing] = useState(false);
  const mayWrite = useMay(project, "write");
  const show = useShowFinding(project);
  const remove = useMutation({
    mutationFn: () => changeFinding(project, id, { fix: null }),
    onSuccess: show,
  });
  if (fix === null && !mayWrite) return null;
  return (
    <section aria-label="Fix">
      <h2>Fix</h2>
      {fix === null ? (
        <p className="muted">
          No prompt version or experiment is linked. MemTrace links a finished experiment
          automatically if it tests at least four cases of this finding and answers all of them
          right.
        </p>
      ) : (
        <FixLinks project={project} fix={fix} />
      )}
      {mayWrite ? (
        <p className="finding-actions">
          <button type="button" className="button small" onClick={() => setChoosing(true)}>
            {fix === null ? "Link the fix" : "Change the fix"}
          </button>
          {fix === null ? null : (
            <button
              type="button"
              className="button small"
              disabled={remove.isPending}
              onClick={() => remove.mutate()}
            >
              Remove the fix
            </button>
          )}
        </p>
      ) : null}
      {remove.error ? <Failure error={remove.error} what="The fix was not removed" /> : null}
      {choosing ? (
        <FixDialog project={project} finding={finding} onClose={() => setChoosing(false)} />
      ) : null}
    </section>
  );
}

function FixLinks({ project, fix: { prompt, experiment, source } }: { project: string; fix: Fix }) {
  return (
    <p className="finding-fix">
      {prompt === null ? null : (
        <span>
          Prompt{" "}
          <Link
            to="/p/$project/prompts/$prompt"
            params={{ project, prompt: prompt.id }}
            search={{ version: prompt.version }}
          >
            {prompt.name}, version {prompt.version}
          </Link>
        </span>
      )}
      {experiment === null ? null : (
        <span>
          Experiment{" "}
          <Link
            to="/p/$project/experiments/$experiment"
            params={{ project, experiment: experiment.id }}
          >
            {experiment.name}
          </Link>
        </span>
      )}
      <span className="muted">{SOURCES[source]}</span>
    </p>
  );
}
