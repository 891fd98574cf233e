/**
 * Shows the service's questions to a model about the case, and the answers. Loads them when a
 * person opens the panel.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Case } from "../../../protocol/api/api.ts";
import { transcriptQuery } from "../../api/resources.ts";
import { Loaded } from "../../components/page/states.tsx";
import { count } from "../../text/time.ts";
import { TranscriptStepView } from "./transcript-step.tsx";

interface TranscriptPanelProps {
  readonly project: string;
  readonly item: Case;
}

export function TranscriptPanel({ project, item }: TranscriptPanelProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="panel transcript" aria-label="Transcript">
      <details className="behind" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>What the model was asked, step by step</summary>
        {isOpen ? <Steps project={project} item={item} /> : null}
      </details>
    </section>
  );
}

function Steps({ project, item }: TranscriptPanelProps) {
  const query = useQuery(transcriptQuery(project, item.id, item.attributedAt));
  return (
    <Loaded query={query} what="The transcript could not be loaded">
      {({ steps, leftOut }) => (
        <>
          {steps.length === 0 ? <p className="muted">No model was asked about this case.</p> : null}
          {leftOut > 0 ? (
            <p className="muted">
              The transcript grew too long. Its first {count(leftOut)} steps were not kept.
            </p>
          ) : null}
          <ol className="model-asked" start={leftOut + 1}>
            {steps.map((step, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a stored step has no other identity
              <li key={place}>
                <TranscriptStepView project={project} graph={item.graph} step={step} />
              </li>
            ))}
          </ol>
        </>
      )}
    </Loaded>
  );
}
