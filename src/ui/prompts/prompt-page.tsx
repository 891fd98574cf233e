/**
 * Shows a prompt: its text, the results of its versions, which versions are served, and the
 * operations that read it.
 */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Prompt } from "../../protocol/api/prompts.ts";
import { useTitle } from "../components/page/page-header.tsx";
import { CopyButton } from "../components/text/copy-button.tsx";
import { Headline } from "../components/text/headline.tsx";
import { count } from "../text/time.ts";
import { DeletePrompt } from "./delete-prompt.tsx";
import type { PromptSearch } from "./prompt-search.ts";
import { promptQuery, versionQuery } from "./prompts-api.ts";
import { sayServed } from "./prompts-page.tsx";
import "./prompts.css";
import { Crumbs } from "../components/page/crumbs.tsx";
import { LoadedPage } from "../components/page/loaded-page.tsx";
import { ServingForm } from "./serving-form.tsx";
import { VersionTable } from "./version-table.tsx";
import { VersionText } from "./version-text.tsx";
import { WriteVersion } from "./write-version.tsx";
import { sayEffect } from "./wrong-share.tsx";

const route = getRouteApi("/p/$project/prompts/$prompt");

export function PromptPage() {
  const { project, prompt } = route.useParams();
  const query = useQuery(promptQuery(project, prompt));
  return (
    <LoadedPage query={query} project={project} list="Prompts" of="prompt">
      {(loaded) => <PromptView key={loaded.id} project={project} prompt={loaded} />}
    </LoadedPage>
  );
}

function PromptView({ project, prompt }: { project: string; prompt: Prompt }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [writing, setWriting] = useState(false);
  const look = (next: PromptSearch) =>
    navigate({ search: next, replace: true, resetScroll: false });
  const shown = search.version ?? prompt.current ?? prompt.versions[0]?.number;
  const text = useQuery({
    ...versionQuery(project, prompt.id, shown ?? 0),
    enabled: shown !== undefined,
  });
  useTitle(prompt.name);
  return (
    <article className="prompt">
      <header>
        <Crumbs project={project} list="Prompts">
          <CopyButton text={window.location.href} label="Copy link" />
        </Crumbs>
        <Headline text={prompt.name} />
        <p className="effect">{effectOf(prompt)}</p>
        <p className="muted">
          Served: {sayServed(prompt)} ·{" "}
          <Link
            to="/p/$project/cases"
            params={{ project }}
            search={{ prompt: prompt.name, period: "all" }}
          >
            {count(prompt.cases)} wrong {prompt.cases === 1 ? "answer" : "answers"} from operations
            that read this prompt
          </Link>
        </p>
        {prompt.isUnsteady ? (
          <p className="soft">
            The text of this prompt differs at nearly every call, so MemTrace keeps only the newest
            versions. Record the template, not the filled-in text.
          </p>
        ) : null}
      </header>
      <section>
        <div className="page-header">
          <h2>Versions</h2>
          <button
            type="button"
            className="button"
            disabled={shown !== undefined && text.data === undefined}
            onClick={() => setWriting(true)}
          >
            Write a version
          </button>
        </div>
        <VersionTable
          project={project}
          prompt={prompt}
          shown={shown}
          onShow={(version) => look({ ...search, version })}
        />
      </section>
      <ServingForm key={`${prompt.active}-${prompt.candidate}`} project={project} prompt={prompt} />
      {shown === undefined ? null : (
        <VersionText
          project={project}
          prompt={prompt}
          shown={shown}
          search={search}
          onLook={look}
        />
      )}
      <Owners prompt={prompt} />
      <DeletePrompt project={project} prompt={prompt} />
      {writing ? (
        <WriteVersion
          project={project}
          of={{ name: prompt.name, text: text.data?.text ?? "" }}
          onClose={() => setWriting(false)}
          onWritten={({ number }) => look({ version: number, against: shown })}
        />
      ) : null}
    </article>
  );
}

/**
 * Compares the current version with the latest earlier version that has results. If the current
 * version has no results yet, compares the two latest versions with results.
 */
function effectOf({ versions, current }: Prompt): string {
  const measured = versions.filter(({ outcome }) => outcome.answered > 0);
  const now = measured.find(({ number }) => number === current) ?? measured[0];
  const before = measured.find(({ number }) => now !== undefined && number < now.number);
  if (now === undefined) return "No answer was judged yet while this prompt was in use.";
  if (before === undefined) {
    const { wrong, answered } = now.outcome;
    return `While version ${now.number} was in use, ${count(wrong)} of ${count(answered)} judged answers were wrong.`;
  }
  return sayEffect(now, before);
}

function Owners({ prompt: { owners } }: { prompt: Prompt }) {
  return (
    <section>
      <h2>Operations that read this prompt</h2>
      {owners.length > 1 ? <p>A change of the prompt affects all these operations.</p> : null}
      {owners.length === 0 ? (
        <p className="muted">No recorded operation read this prompt.</p>
      ) : null}
      <ul className="owners">
        {owners.map(({ opName, system, calls }) => (
          <li key={`${opName} ${system}`}>
            <code>{opName}</code>{" "}
            <span className="muted">
              {system === null ? "" : `of ${system}, `}
              {count(calls)} {calls === 1 ? "call" : "calls"}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
