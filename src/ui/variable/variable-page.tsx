import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { VariableDetail, VariableRole } from "../../protocol/api/explorer/variable-detail.ts";
import { variableQuery } from "../api/resources.ts";
import { GraphCrumbs } from "../components/page/crumbs.tsx";
import { useTitle } from "../components/page/page-header.tsx";
import { Loaded, Skeleton } from "../components/page/states.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { Id } from "../components/text/id.tsx";
import { shortenMiddle } from "../text/shorten.ts";
import { count, exactTime } from "../text/time.ts";
import { LinkTables } from "./link-tables.tsx";
import { MadeOf } from "./made-of/made-of.tsx";
import { Neighbours } from "./neighbours.tsx";
import { ValuePanel } from "./value-panel.tsx";
import type { VariableViewProps } from "./variable-view.ts";
import { VersionList } from "./version-list.tsx";
import "./variable.css";

const route = getRouteApi("/p/$project/graphs/$graph/variables/$variable");

export function VariablePage() {
  const { project, graph, variable } = route.useParams();
  const query = useQuery(variableQuery(project, graph, variable));
  useTitle(shortenMiddle(variable, 60));
  return (
    <>
      <GraphCrumbs project={project} graph={graph} />
      <Loaded
        isPage
        query={query}
        what="The variable could not be loaded"
        skeleton={<Skeleton rows={8} height={24} />}
      >
        {(detail) => <VariableView key={detail.id} project={project} graph={graph} item={detail} />}
      </Loaded>
    </>
  );
}

const ROLE_WORDS: Readonly<Record<VariableRole, string>> = {
  message: "Message",
  query: "Query",
  answer: "Answer",
  unit: "Memory unit",
  tombstone: "Tombstone",
  other: "Variable",
};

function VariableView(props: VariableViewProps) {
  const { item } = props;
  return (
    <article className="variable-page">
      <header className="variable-header">
        <h1>
          {ROLE_WORDS[item.role]} <code>{shortenMiddle(item.id, 80)}</code>
        </h1>
        <Facts item={item} />
        <Links {...props} />
        {item.comment ? (
          <div className="soft">
            <ClampedText text={item.comment} />
          </div>
        ) : null}
      </header>
      <ValuePanel {...props} />
      {item.role === "message" ? (
        <div className="panel">
          <MadeOf project={props.project} graph={props.graph} variable={item.id} />
        </div>
      ) : null}
      <VersionList {...props} />
      <LinkTables {...props} />
      <Neighbours {...props} />
      <Metadata item={item} />
    </article>
  );
}

/**
 * Links to the values that were made from the variable, to the right answers that depend on it, and
 * to its memory unit in the ledger.
 */
function Links({ project, graph, item }: VariableViewProps) {
  return (
    <p className="variable-links">
      <Link
        to="/p/$project/graphs/$graph/derived/$variable"
        params={{ project, graph, variable: item.id }}
      >
        Derived values
      </Link>
      <Link
        to="/p/$project/graphs/$graph/impact/$variable"
        params={{ project, graph, variable: item.id }}
      >
        Dependent right answers
      </Link>
      {item.role === "unit" ? (
        <Link
          to="/p/$project/graphs/$graph/ledger"
          params={{ project, graph }}
          search={{ unit: item.fullName }}
        >
          In the memory ledger
        </Link>
      ) : null}
    </p>
  );
}

function Facts({ item }: { item: VariableDetail }) {
  const { source } = item;
  const place = source?.file
    ? `${source.file}${source.line === null ? "" : `:${source.line}`}`
    : "–";
  return (
    <dl className="panel facts">
      <div>
        <dt>Id</dt>
        <dd>
          <Id id={item.id} limit={40} />
        </dd>
      </div>
      {[
        ["Category", item.category ?? "–"],
        ["Session", item.session === null ? "–" : shortenMiddle(item.session, 40)],
        ["Recorded", exactTime(item.at)],
        ["Characters", count(item.length)],
        ["Source", shortenMiddle(place, 60)],
      ].map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Metadata({ item }: { item: VariableDetail }) {
  if (item.metadata === null) return null;
  return (
    <section className="panel">
      <header className="panel-header">
        <h2>Metadata</h2>
      </header>
      <div className="json">
        <ClampedText text={JSON.stringify(item.metadata, null, 2)} limit={1_500} />
      </div>
    </section>
  );
}
