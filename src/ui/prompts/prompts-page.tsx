/** Lists the project's prompts, and their served versions. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { PromptSummary } from "../../protocol/api/prompts.ts";
import { PageHeader } from "../components/page/page-header.tsx";
import { PagedList } from "../components/page/paged-list.tsx";
import { Empty } from "../components/page/states.tsx";
import { CopyButton } from "../components/text/copy-button.tsx";
import { Moment } from "../components/text/moment.tsx";
import { shortenMiddle } from "../text/shorten.ts";
import { count, percent } from "../text/time.ts";
import { promptsQuery } from "./prompts-api.ts";
import "./prompts.css";
import { WideTable } from "../components/page/wide-table.tsx";
import { WriteVersion } from "./write-version.tsx";

const route = getRouteApi("/p/$project/prompts");
const CODE = 'memtrace.prompt("answer", { fallback: ANSWER_PROMPT })';

export function PromptsPage() {
  const { project } = route.useParams();
  const navigate = useNavigate();
  const [writing, setWriting] = useState(false);
  const query = useInfiniteQuery(promptsQuery(project));
  const open = (prompt: string) =>
    navigate({ to: "/p/$project/prompts/$prompt", params: { project, prompt } });
  return (
    <>
      <PageHeader title="Prompts">
        <button type="button" className="button" onClick={() => setWriting(true)}>
          Write a prompt
        </button>
      </PageHeader>
      <PagedList
        query={query}
        of="prompts"
        empty={
          <Empty title="No prompt yet">
            <p>
              A value of the category <code>prompt</code> that an operation reads is a prompt of the
              project. If your app requests the prompt's text at run time, you can change the prompt
              without a deployment:
            </p>
            <p>
              <code>{CODE}</code> <CopyButton text={CODE} label="Copy" />
            </p>
            <p>
              <a href="/docs/prompts">How prompts are found and served</a>
            </p>
          </Empty>
        }
        onOpen={({ id }) => open(id)}
      >
        {(prompts, selected) => (
          <PromptTable project={project} prompts={prompts} selected={selected} />
        )}
      </PagedList>
      {writing ? (
        <WriteVersion
          project={project}
          onClose={() => setWriting(false)}
          onWritten={({ prompt }) => open(prompt)}
        />
      ) : null}
    </>
  );
}

interface PromptTableProps {
  readonly project: string;
  readonly prompts: readonly PromptSummary[];
  /** Index of the row that the keyboard selected. */
  readonly selected: number;
}

function PromptTable({ project, prompts, selected }: PromptTableProps) {
  return (
    <WideTable
      className="prompt-table"
      columns={[
        "Prompt",
        "Served",
        "Read by",
        { figure: "Wrong answers from these operations" },
        "Last used",
      ]}
    >
      {prompts.map((prompt, index) => (
        <tr key={prompt.id} data-selected={index === selected}>
          <th scope="row">
            <Link
              data-row-link
              to="/p/$project/prompts/$prompt"
              params={{ project, prompt: prompt.id }}
            >
              {shortenMiddle(prompt.name, 60)}
            </Link>
            {prompt.isUnsteady ? (
              <span className="soft unsteady">changes at every call</span>
            ) : null}
          </th>
          <td>{sayServed(prompt)}</td>
          <td>{sayOwners(prompt)}</td>
          <td className="number">
            {prompt.cases === 0 ? (
              "0"
            ) : (
              <Link
                to="/p/$project/cases"
                params={{ project }}
                search={{ prompt: prompt.name, period: "all" }}
              >
                {count(prompt.cases)}
              </Link>
            )}
          </td>
          <td>
            {prompt.lastUsedAt ? (
              <Moment iso={prompt.lastUsedAt} />
            ) : (
              <span className="muted">never</span>
            )}
          </td>
        </tr>
      ))}
    </WideTable>
  );
}

export function sayServed({
  active,
  candidate,
  share,
}: Pick<PromptSummary, "active" | "candidate" | "share">): string {
  const base = active === null ? "the app’s own text" : `version ${active}`;
  return candidate === null ? base : `${base}; version ${candidate} to ${percent(share)}`;
}

function sayOwners({ owners }: PromptSummary): string {
  const names = [...new Set(owners.map(({ opName }) => opName))];
  if (names.length === 0) return "no operation yet";
  return names.length > 3
    ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`
    : names.join(", ");
}
