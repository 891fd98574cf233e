/** Searches the names, values and comments of a graph. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { SearchHitView } from "../../../protocol/api/graph-queries.ts";
import { graphSearchQuery } from "../../api/graph-queries.ts";
import { variableQuery } from "../../api/resources.ts";
import { ShowMore } from "../../components/page/show-more.tsx";
import { Loaded } from "../../components/page/states.tsx";
import { ClampedText } from "../../components/text/clamped-text.tsx";
import { firstLine, shortenMiddle } from "../../text/shorten.ts";
import { exactTime } from "../../text/time.ts";
import { MadeOf } from "../../variable/made-of/made-of.tsx";
import { OperationLink, VariableLink } from "../../variable/variable-link.tsx";
import type { GraphSearch } from "../graph-search.ts";
import "./search.css";

const route = getRouteApi("/p/$project/graphs/$graph");

interface SearchPanelProps {
  readonly project: string;
  readonly graph: string;
}

export function SearchPanel({ project, graph }: SearchPanelProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: Partial<GraphSearch>) =>
    navigate({ search: { ...search, ...changed }, resetScroll: false });
  return (
    <section className="panel graph-search">
      <SearchForm
        key={search.q}
        q={search.q ?? ""}
        isRegex={search.regex === true}
        onSearch={(q, isRegex) =>
          change({
            q: q || undefined,
            regex: isRegex || undefined,
            open: undefined,
          } as Partial<GraphSearch>)
        }
      />
      {search.q === undefined ? (
        <p className="muted">
          The search covers the names, categories, comments and values of this graph.
        </p>
      ) : (
        <Results
          {...{ project, graph, q: search.q, isRegex: search.regex === true, open: search.open }}
          onOpen={(open) => change({ open } as Partial<GraphSearch>)}
        />
      )}
    </section>
  );
}

interface SearchFormProps {
  readonly q: string;
  readonly isRegex: boolean;
  readonly onSearch: (q: string, isRegex: boolean) => void;
}

function SearchForm({ q, isRegex, onSearch }: SearchFormProps) {
  const [text, setText] = useState(q);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text, isRegex);
  };
  return (
    <form className="graph-search-form" onSubmit={submit}>
      <input
        type="search"
        aria-label="Search this graph"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={isRegex}
          onChange={({ target }) => onSearch(text, target.checked)}
        />
        Regular expression
      </label>
      <button type="submit" className="button">
        Search
      </button>
    </form>
  );
}

interface ResultsProps extends SearchPanelProps {
  readonly q: string;
  readonly isRegex: boolean;
  readonly open: string | undefined;
  readonly onOpen: (id: string | undefined) => void;
}

function Results({ project, graph, q, isRegex, open, onOpen }: ResultsProps) {
  const query = useInfiniteQuery(graphSearchQuery(project, graph, q, isRegex));
  const hits = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const bySession = Map.groupBy(hits, ({ session }) => session);
  return (
    <>
      <Loaded query={query} what="The search failed">
        {() =>
          hits.length === 0 ? (
            <p className="muted">
              {query.hasNextPage ? "Nothing found so far." : "Nothing in this graph matches."}
            </p>
          ) : (
            [...bySession].map(([session, found]) => (
              <section key={session ?? ""}>
                <h2>{session === null ? "No session" : shortenMiddle(session, 60)}</h2>
                <ul className="hits">
                  {found.map((hit) => {
                    const key = `${hit.kind} ${hit.id}`;
                    return (
                      <Hit
                        key={key}
                        {...{ project, graph, hit, isOpen: key === open }}
                        onToggle={() => onOpen(key === open ? undefined : key)}
                      />
                    );
                  })}
                </ul>
              </section>
            ))
          )
        }
      </Loaded>
      <ShowMore query={query}>
        {hits.length === 0 ? "Go on searching" : "Show more results"}
      </ShowMore>
    </>
  );
}

interface HitProps extends SearchPanelProps {
  readonly hit: SearchHitView;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Hit({ project, graph, hit, isOpen, onToggle }: HitProps) {
  const { kind, id, name, at, match } = hit;
  return (
    <li>
      <button type="button" className="hit" aria-expanded={isOpen} onClick={onToggle}>
        <span className="muted">{kind}</span> <code>{shortenMiddle(name ?? id, 60)}</code>{" "}
        <span className="muted">{exactTime(at)}</span>
        <span className="hit-text">
          {match === null ? "" : `${match.field}: ${firstLine(match.excerpt, 240)}`}
        </span>
      </button>
      {isOpen ? (
        <div className="hit-open">
          <OpenHit {...{ project, graph, hit }} />
        </div>
      ) : null}
    </li>
  );
}

/** Shows the record of a search result inside the list. */
function OpenHit({ project, graph, hit }: Omit<HitProps, "isOpen" | "onToggle">) {
  const { kind, id, name, category, match } = hit;
  if (kind === "variable") return <OpenVariable {...{ project, graph, id }} />;
  return (
    <>
      {kind === "operation" ? (
        <p>
          <OperationLink project={project} graph={graph} op={id} name={name ?? id} />
        </p>
      ) : null}
      <p className="muted">
        {kind} {shortenMiddle(id, 80)}
        {category === null ? "" : ` · ${category}`}
      </p>
      {match === null ? null : <ClampedText text={match.excerpt} />}
    </>
  );
}

function OpenVariable({ project, graph, id }: SearchPanelProps & { id: string }) {
  const query = useQuery(variableQuery(project, graph, id));
  return (
    <Loaded query={query} what="The variable could not be loaded">
      {({ value, length, role }) => (
        <>
          <p>
            <VariableLink project={project} graph={graph} variable={id} limit={60} />
          </p>
          <ClampedText text={value} length={length} />
          {role === "message" ? <MadeOf {...{ project, graph, variable: id }} /> : null}
        </>
      )}
    </Loaded>
  );
}
