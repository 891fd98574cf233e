/**
 * Shows the chain from the evidence to the answer. Each step shows how much needed information is
 * left.
 */
import { useState } from "react";
import type { AttributedVerdict, ChainStep } from "../../protocol/api/attribution.ts";
import { Breakable } from "../components/text/breakable.tsx";
import { LOOKS } from "../error-types.ts";
import { shortenMiddle } from "../text/shorten.ts";
import { count, percent } from "../text/time.ts";
import { foldChain } from "./chain-fold.ts";
import { ChainTable } from "./chain-table.tsx";
import { StepText } from "./step-text.tsx";

interface CarriedChainProps {
  readonly project: string;
  readonly graph: string;
  readonly attribution: AttributedVerdict;
  readonly selected: number | undefined;
  readonly onSelect: (step: number | undefined) => void;
}

export function CarriedChain(props: CarriedChainProps) {
  const { attribution, selected, onSelect } = props;
  const [unfolded, setUnfolded] = useState(false);
  const { chain, errorType, evidenceFound, details } = attribution;
  if (chain.length === 0) return null;
  const items = unfolded ? chain.map(asItem) : foldChain(chain);
  const step = selected === undefined ? undefined : chain[selected];
  return (
    <section className="panel chain-panel" style={{ "--type": LOOKS[errorType].colour }}>
      <header className="panel-header">
        <h2>How far the needed information got</h2>
        <p className="muted">
          {evidenceFound ? "No evidence was given, so MemTrace searched for it. " : ""}
          {sayNeeded(details)}
        </p>
        <span className="muted chain-hint">Choose a step to read its text</span>
      </header>
      <ol className="chain">
        {items.map((item) =>
          item.kind === "fold" ? (
            <li key={`fold-${item.from}`} className="chain-fold">
              <button type="button" onClick={() => setUnfolded(true)}>
                {count(item.count)} more,
                <br />
                unchanged
              </button>
            </li>
          ) : (
            <StepBar
              key={item.index}
              step={item.step}
              before={chain[item.index - 1]?.carried ?? 1}
              selected={item.index === selected}
              onSelect={() => onSelect(item.index === selected ? undefined : item.index)}
            />
          ),
        )}
      </ol>
      {step ? <StepText project={props.project} graph={props.graph} step={step} /> : null}
      <ChainTable project={props.project} graph={props.graph} chain={chain} />
    </section>
  );
}

const NEEDED_SHOWN = 5;

function sayNeeded(details: AttributedVerdict["details"]): string {
  if (details.length === 0) return "";
  const quoted = details.slice(0, NEEDED_SHOWN).map(({ text, resolved }) => {
    const said = `“${shortenMiddle(text, 40)}”`;
    return resolved === undefined ? said : `${resolved} (said as ${said})`;
  });
  const more = details.length - quoted.length;
  return `Needed: ${quoted.join(", ")}${more > 0 ? ` and ${count(more)} more` : ""}`;
}

const asItem = (step: ChainStep, index: number) => ({ kind: "step", step, index }) as const;

interface StepBarProps {
  readonly step: ChainStep;
  /**
   * How much of the needed information the text of the previous step contained, from 0 to 1. If
   * this step contains less, the bar shows the difference as lost.
   */
  readonly before: number;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

function StepBar({ step, before, selected, onSelect }: StepBarProps) {
  const name = step.opName ?? shortenMiddle(step.variable, 22);
  const lost = Math.max(0, before - step.carried);
  return (
    <li className="chain-step" data-decisive={step.decisive}>
      <button
        type="button"
        aria-pressed={selected}
        title={`${step.variable}\n${percent(step.carried)} carried`}
        onClick={onSelect}
      >
        <span className="level" aria-hidden="true">
          <span className="level-lost" style={{ height: `${lost * 100}%` }} />
          <span className="level-carried" style={{ height: `${step.carried * 100}%` }} />
        </span>
        <span className="level-figure">
          {percent(step.carried)}
          {step.decisive && lost > 0 ? <b> ✗ lost here</b> : null}
        </span>
        <span className="level-name">
          <Breakable name={name} />
        </span>
        <span className="muted">{step.role}</span>
      </button>
    </li>
  );
}
