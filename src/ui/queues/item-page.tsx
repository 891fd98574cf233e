/** The page for labelling a queue's cases, one after another. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect } from "react";
import type { QueueItem } from "../../protocol/api/annotation/queues.ts";
import { refreshLabels } from "../api/labels.ts";
import { useMay } from "../api/may.ts";
import { isWaiting } from "../api/resources.ts";
import { CaseEvidence } from "../case/case-evidence.tsx";
import { CaseHeader } from "../case/header/case-header.tsx";
import { NotAttributed, Verdict } from "../case/verdict.tsx";
import { Crumbs } from "../components/page/crumbs.tsx";
import { LoadedPage } from "../components/page/loaded-page.tsx";
import { useTitle } from "../components/page/page-header.tsx";
import { Failure } from "../components/page/states.tsx";
import { useKeys } from "../shell/keyboard.ts";
import { firstLine } from "../text/shorten.ts";
import { count } from "../text/time.ts";
import { BlindEvidence } from "./blind-evidence.tsx";
import { ItemLabel } from "./item-label.tsx";
import { QueueProgress } from "./queue-progress.tsx";
import { nextItem, queueItemQuery, queueQuery } from "./queues-api.ts";
import "../case/case.css";
import "./queues.css";

const route = getRouteApi("/p/$project/queues/$queue/items/$case");

export function ItemPage() {
  const { project, queue, case: id } = route.useParams();
  const query = useQuery(queueItemQuery(project, queue, id));
  return (
    <LoadedPage query={query} project={project} list="Queues" of="case of the queue">
      {(item) => <ItemView key={item.case.id} item={item} />}
    </LoadedPage>
  );
}

function ItemView({ item }: { item: QueueItem }) {
  const { project, queue: id } = route.useParams();
  const queue = useQuery(queueQuery(project, id)).data;
  const mayLabel = useMay(project, "label");
  const { open, openQueue } = useOpen();
  const client = useQueryClient();
  useTitle(firstLine(item.case.query, 60));
  useKeys({
    j: item.next === null ? undefined : () => open(item.next),
    k: item.previous === null ? undefined : () => open(item.previous),
  });
  // Load the previous and the next case in advance. Otherwise the person would have to wait after
  // each case, and keys pressed meanwhile would be lost.
  useEffect(() => {
    for (const neighbour of [item.previous, item.next]) {
      if (neighbour !== null) void client.prefetchQuery(queueItemQuery(project, id, neighbour));
    }
  }, [client, project, id, item.previous, item.next]);
  const goOn = useMutation({
    mutationFn: () => nextItem(project, id, item.case.id),
    onSuccess: async (next) => {
      if (next.case !== null) return open(next.case);
      // The cached data of the queue is outdated. With it, the queue's page would still offer the
      // case that was just labelled.
      await client.invalidateQueries({ queryKey: queueQuery(project, id).queryKey });
      return openQueue();
    },
  });
  const onDone = () => {
    void refreshLabels(client, project, item.case.id);
    goOn.mutate();
  };
  const hereName = (
    <Link to="/p/$project/queues/$queue" params={{ project, queue: id }}>
      {queue?.name ?? "queue"}
    </Link>
  );
  return (
    <article className="case queue-item">
      <div className="queue-place">
        <nav aria-label="Items" className="queue-moves">
          <Move label="Previous" key_="k" to={item.previous} onOpen={open} />
          <Move label="Next" key_="j" to={item.next} onOpen={open} />
        </nav>
        {item.place === 0 ? (
          <span className="muted">This case is not assigned to you.</span>
        ) : (
          <span>
            Case {count(item.place)} of {count(item.of)}
          </span>
        )}
        {queue?.mine ? <QueueProgress label="Your labels" of={queue.mine} /> : null}
      </div>
      <CaseHeader
        project={project}
        item={item.case}
        crumbs={<Crumbs project={project} list="Queues" here={hereName} />}
        {...(item.isHidden
          ? { instead: <span className="muted">verdict hidden until you have labelled</span> }
          : {})}
      />
      {mayLabel ? (
        <ItemLabel {...{ project, item, onDone }} busy={goOn.isPending} />
      ) : (
        <p className="muted">
          With your role, you cannot label cases. Annotators, members, admins and owners can label
          cases.
        </p>
      )}
      {goOn.error ? (
        <Failure
          error={goOn.error}
          what="Your answer is saved, but the next case was not found"
          retry={() => goOn.mutate()}
        />
      ) : null}
      {item.isHidden ? <BlindEvidence project={project} item={item.case} /> : <Shown item={item} />}
    </article>
  );
}

function useOpen() {
  const { project, queue } = route.useParams();
  const navigate = route.useNavigate();
  const open = (id: string | null) =>
    id === null
      ? undefined
      : navigate({
          to: "/p/$project/queues/$queue/items/$case",
          ...{ params: { project, queue, case: id }, search: {} },
        });
  const openQueue = () => navigate({ to: "/p/$project/queues/$queue", params: { project, queue } });
  return { open, openQueue };
}

interface MoveProps {
  readonly label: string;
  readonly key_: string;
  readonly to: string | null;
  readonly onOpen: (id: string | null) => void;
}

function Move({ label, key_, to, onOpen }: MoveProps) {
  return (
    <button
      type="button"
      className="button small"
      disabled={to === null}
      onClick={() => onOpen(to)}
    >
      <kbd>{key_}</kbd> {label}
    </button>
  );
}

function Shown({ item: { case: item } }: { item: QueueItem }) {
  const { project } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { attribution } = item;
  if (isWaiting(item.state) || attribution === null) return <NotAttributed item={item} />;
  return (
    <>
      <Verdict attribution={attribution} />
      <CaseEvidence
        {...{ project, item, attribution, search }}
        onSearch={(next, how) => navigate({ search: next, resetScroll: false, ...how })}
      />
    </>
  );
}
