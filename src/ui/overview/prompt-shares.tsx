import { useState } from "react";
import type { Distribution } from "../../protocol/api/insights/distribution.ts";
import type { CaseSearch } from "../cases/case-search.ts";
import { Stack, sayCounts } from "../components/page/stack.tsx";
import { WrongShareBar } from "../prompts/wrong-share.tsx";
import { shortenMiddle } from "../text/shorten.ts";
import { count } from "../text/time.ts";
import { ShowAll } from "./show-all.tsx";
import "../prompts/prompts.css";

interface PromptSharesProps {
  readonly shares: Distribution["byPromptVersion"];
  readonly search: CaseSearch;
  readonly onChange: (search: CaseSearch) => void;
}

const SHOWN = 5;

/**
 * Lists the prompt versions with two figures each. The first counts the wrong answers whose
 * decisive operation read this version. The second is the share of wrong answers while the version
 * was in use. A click filters by the version. Hidden if no prompt is known.
 */
export function PromptShares({ shares, search, onChange }: PromptSharesProps) {
  const [all, setAll] = useState(false);
  if (shares.length === 0) return null;
  const max = Math.max(...shares.map((share) => share.count), 1);
  const shown = all ? shares : shares.slice(0, SHOWN);
  return (
    <section className="panel share-list prompt-shares">
      <h2>By prompt version</h2>
      <ul>
        {shown.map(({ name, version, outcome, ...share }) => {
          const isOn = search.prompt === name && search.promptVersion === version;
          const next = isOn ? {} : { prompt: name, promptVersion: version };
          return (
            <li key={`${share.prompt} ${version}`}>
              <button
                type="button"
                aria-pressed={isOn}
                title={`${name}, version ${version}: ${sayCounts(share)}`}
                onClick={() =>
                  onChange({ ...search, prompt: undefined, promptVersion: undefined, ...next })
                }
              >
                <span className="share-name">
                  {shortenMiddle(name, 36)} <b>version {version}</b>
                </span>
                <span>
                  <b>{count(share.count)}</b>{" "}
                  <span className="muted">from operations that read it</span>
                </span>
                <span className="share-track">
                  <Stack counts={share} max={max} direction="row" />
                </span>
                <span className="share-track">
                  <span className="muted">wrong while in use</span>{" "}
                  <WrongShareBar outcome={outcome} />
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <ShowAll all={all} of={shares.length} first={SHOWN} onToggle={() => setAll(!all)} />
    </section>
  );
}
