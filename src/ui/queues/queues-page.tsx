/** Lists the project's queues of cases for labelling. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Queue } from "../../protocol/api/annotation/queues.ts";
import { useMay } from "../api/may.ts";
import { PageHeader } from "../components/page/page-header.tsx";
import { ShowMore } from "../components/page/show-more.tsx";
import { Empty, Loaded, Skeleton } from "../components/page/states.tsx";
import { Moment } from "../components/text/moment.tsx";
import { count } from "../text/time.ts";
import { NewQueue } from "./change/new-queue.tsx";
import { QueueProgress } from "./queue-progress.tsx";
import { queuesQuery } from "./queues-api.ts";
import { StartLabelling } from "./start-labelling.tsx";
import "./queues.css";

const route = getRouteApi("/p/$project/queues");

export function QueuesPage() {
  const { project } = route.useParams();
  const query = useInfiniteQuery(queuesQuery(project));
  const mayWrite = useMay(project, "write");
  const [isMaking, setMaking] = useState(false);
  const queues = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const make = mayWrite ? (
    <button type="button" className="button primary" onClick={() => setMaking(true)}>
      New queue
    </button>
  ) : null;
  return (
    <>
      <PageHeader title="Queues">{queues.length > 0 ? make : null}</PageHeader>
      <Loaded
        query={query}
        what="The queues could not be loaded"
        skeleton={<Skeleton rows={8} height={32} />}
      >
        {() =>
          queues.length === 0 ? (
            <Empty title="No queues yet">
              <p>
                A queue gives cases to people, who label one case at a time. In a blind queue,
                people see the verdict of a case only after they have labelled the case. So a label
                does not depend on the verdict, and can show whether the verdict is right.
              </p>
              <p>{make ?? "Members, admins and owners can create a queue."}</p>
              <p>
                <a href="/docs/queues">How queues work</a>
              </p>
            </Empty>
          ) : (
            <>
              <ul className="queue-list">
                {queues.map((queue) => (
                  <QueueRow key={queue.id} project={project} queue={queue} />
                ))}
              </ul>
              <ShowMore query={query}>Show older queues</ShowMore>
            </>
          )
        }
      </Loaded>
      {isMaking ? <NewQueue project={project} onClose={() => setMaking(false)} /> : null}
    </>
  );
}

function QueueRow({ project, queue }: { project: string; queue: Queue }) {
  const { id, name, state, cases, people, perItem, isBlind, mine, progress, createdAt } = queue;
  const assigned = people.filter(({ isAssigned }) => isAssigned);
  return (
    <li className="panel">
      <div>
        <Link to="/p/$project/queues/$queue" params={{ project, queue: id }}>
          {name}
        </Link>
        <p className="muted">
          {state === "closed" ? "closed · " : ""}
          {count(cases)} {cases === 1 ? "case" : "cases"} · {count(assigned.length)}{" "}
          {assigned.length === 1 ? "person" : "people"}
          {perItem > 1 ? ` · ${perItem} labels a case` : ""}
          {isBlind ? " · blind" : ""} · <Moment iso={createdAt} />
        </p>
      </div>
      <QueueProgress label={`Labels of ${name}`} of={progress} />
      <div className="queue-mine">
        {mine === null ? (
          <span className="muted">no items for you</span>
        ) : mine.open === 0 ? (
          <span className="good">you are done</span>
        ) : state === "open" ? (
          <StartLabelling project={project} queue={id} open={mine.open} isSmall />
        ) : null}
      </div>
    </li>
  );
}
