/**
 * Shows which findings were merged into this finding, or the finding into which this finding was
 * merged.
 */
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Finding, FindingRef } from "../../../protocol/api/insights/findings.ts";
import { useMay } from "../../api/may.ts";
import { Failure } from "../../components/page/states.tsx";
import { separateFinding, useShowFinding } from "../findings-api.ts";
import { MergeDialog } from "./merge-dialog.tsx";

interface MergedFindingsProps {
  readonly project: string;
  readonly finding: Finding;
}

export function MergedInto({ project, finding: { id, mergedInto } }: MergedFindingsProps) {
  if (mergedInto === null) return null;
  return (
    <div className="panel finding-merged" role="status">
      <p>
        This finding was merged. Its wrong answers count for{" "}
        <FindingLink project={project} finding={mergedInto} />.
      </p>
      <Separate project={project} id={id} label="Separate this finding" />
    </div>
  );
}

/**
 * Lists the findings that were merged into this finding. A button merges this finding into another
 * one.
 */
export function MergedFindings({ project, finding }: MergedFindingsProps) {
  const [merging, setMerging] = useState(false);
  const mayWrite = useMay(project, "write");
  const show = useShowFinding(project);
  const navigate = useNavigate();
  if (finding.mergedInto !== null || (finding.merged.length === 0 && !mayWrite)) return null;
  return (
    <section aria-label="Merged findings">
      <h2>Merged findings</h2>
      {finding.merged.length === 0 ? (
        <p className="muted">No other finding was merged into this one.</p>
      ) : (
        <ul className="merged-findings">
          {finding.merged.map((merged) => (
            <li key={merged.id}>
              <FindingLink project={project} finding={merged} />
              <Separate
                project={project}
                id={merged.id}
                label="Separate"
                of={merged.title}
                shown={finding.id}
              />
            </li>
          ))}
        </ul>
      )}
      {mayWrite ? (
        <p className="finding-actions">
          <button type="button" className="button small" onClick={() => setMerging(true)}>
            Merge into another finding
          </button>
        </p>
      ) : null}
      {merging ? (
        <MergeDialog
          {...{ project, finding }}
          onMerged={async (target) => {
            await show(target, finding.id);
            return navigate({
              to: "/p/$project/findings/$finding",
              params: { project, finding: target.id },
            });
          }}
          onClose={() => setMerging(false)}
        />
      ) : null}
    </section>
  );
}

interface SeparateProps {
  readonly project: string;
  readonly id: string;
  readonly label: string;
  /**
   * Title of the finding that the button separates. Screen readers read it after the label. It is
   * left out if the label alone is clear.
   */
  readonly of?: string;
  /**
   * Id of the shown finding. Pass it if the button separates another finding from the shown one.
   * The separation changes the shown finding too, so the page then loads the shown finding again.
   */
  readonly shown?: string;
}

function Separate({ project, id, label, of, shown }: SeparateProps) {
  const mayWrite = useMay(project, "write");
  const show = useShowFinding(project);
  const separate = useMutation({
    mutationFn: () => separateFinding(project, id),
    onSuccess: (separated) => show(separated, shown),
  });
  if (!mayWrite) return null;
  return (
    <>
      <button
        type="button"
        className="button small"
        {...(of === undefined ? {} : { "aria-label": `${label} ${of}` })}
        disabled={separate.isPending}
        onClick={() => separate.mutate()}
      >
        {label}
      </button>
      {separate.error ? (
        <Failure error={separate.error} what="The findings were not separated" />
      ) : null}
    </>
  );
}

function FindingLink({ project, finding }: { project: string; finding: FindingRef }) {
  return (
    <>
      <Link to="/p/$project/findings/$finding" params={{ project, finding: finding.id }}>
        {finding.title}
      </Link>
      {finding.system === null ? null : <span className="muted"> of {finding.system}</span>}
    </>
  );
}
