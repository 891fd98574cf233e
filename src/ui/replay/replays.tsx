/**
 * Shows whether a replay proved the verdict. A replay corrects the blamed operation's output and
 * runs the later steps again.
 */
import { useQuery } from "@tanstack/react-query";
import type { Case } from "../../protocol/api/api.ts";
import type { Replay } from "../../protocol/api/replays.ts";
import { Loaded, Skeleton } from "../components/page/states.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { CopyButton } from "../components/text/copy-button.tsx";
import { Moment } from "../components/text/moment.tsx";
import { ProofWord } from "./proof-word.tsx";
import "./replay.css";
import { replaysQuery } from "./replay-queries.ts";
import { SideBySide } from "./side-by-side.tsx";

interface ReplaysProps {
  readonly project: string;
  readonly item: Case;
  /** Id of the open replay; the newest if undefined. */
  readonly shown: string | undefined;
  readonly onShow: (replay: string) => void;
}

export function Replays({ project, item, shown, onShow }: ReplaysProps) {
  const query = useQuery(replaysQuery(project, item.id));
  return (
    <section className="panel replays">
      <header className="panel-header">
        <h2>Proof by replay</h2>
        {item.proof ? <ProofWord proof={item.proof} /> : null}
      </header>
      <Loaded
        query={query}
        what="The replays could not be loaded"
        skeleton={<Skeleton rows={2} height={20} />}
      >
        {({ items }) => {
          const open = items.find(({ id }) => id === shown) ?? items[0];
          if (open === undefined) return <NotReplayed item={item} />;
          return (
            <>
              <Outcome replay={open} />
              {open.graph === null ? null : (
                <SideBySide project={project} id={item.id} replay={open} />
              )}
              {items.length > 1 ? <Others items={items} open={open} onShow={onShow} /> : null}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function NotReplayed({ item }: { item: Case }) {
  if (item.op === null) {
    const why =
      item.outcome === "undecided"
        ? "The verdict is undecided, so a replay has no operation to correct."
        : "No operation is at fault, so a replay has no operation to correct.";
    return <p className="muted">{why}</p>;
  }
  const command = `npx --no memtrace replay ${item.id} --with replay.ts`;
  return (
    <>
      <p>
        Not replayed yet. A replay replaces the output of <code>{item.opName}</code> with the right
        value, and runs the later steps again on a copy of the memory. The replay then shows whether
        the answer is right.
      </p>
      <p className="replay-command">
        <code>{command}</code>
        <CopyButton text={command} label="Copy" />
      </p>
    </>
  );
}

const SOURCES = { given: "as given", evidence: "as the evidence says", model: "as the model says" };

function Outcome({ replay }: { replay: Replay }) {
  const { outcome, reason, correction, control, corrected, needed, createdAt } = replay;
  return (
    <div className="replay-outcome">
      <p>
        <ProofWord proof={outcome} />{" "}
        <span className="muted">
          <Moment iso={createdAt} />
        </span>
      </p>
      <ClampedText text={reason} limit={600} />
      {needed.length > 1 ? (
        <ul className="notes muted">
          {needed.slice(1).map((need) => (
            <li key={need}>{need}</li>
          ))}
        </ul>
      ) : null}
      <dl className="replay-facts">
        {correction ? (
          <div>
            <dt>
              Corrected <span className="muted">{SOURCES[correction.source]}</span>
            </dt>
            <dd>
              <ClampedText
                text={[...correction.values, ...correction.kept.map(kept)].join("\n")}
                limit={400}
              />
            </dd>
          </div>
        ) : null}
        {control ? (
          <div>
            <dt>Without the correction</dt>
            <dd>
              <ClampedText text={control.answer} limit={400} />
              {control.isSame ? <span className="muted">as recorded</span> : null}
            </dd>
          </div>
        ) : null}
        {corrected ? (
          <div>
            <dt>With the correction</dt>
            <dd>
              <ClampedText text={corrected.answer} limit={400} />
              <span className={corrected.isRight ? "good" : "bad"}>
                {corrected.isRight ? "right" : "wrong"}
              </span>
            </dd>
          </div>
        ) : null}
      </dl>
    </div>
  );
}

const kept = (name: string) => `${name} is not deleted`;

interface OthersProps {
  readonly items: readonly Replay[];
  readonly open: Replay;
  readonly onShow: (replay: string) => void;
}

function Others({ items, open, onShow }: OthersProps) {
  return (
    <ul className="other-replays" aria-label="All replays">
      {items.map(({ id, outcome, createdAt }) => (
        <li key={id}>
          <button
            type="button"
            className="link-button"
            aria-pressed={id === open.id}
            onClick={() => onShow(id)}
          >
            <Moment iso={createdAt} />
          </button>{" "}
          <ProofWord proof={outcome} />
        </li>
      ))}
    </ul>
  );
}
