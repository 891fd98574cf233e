import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ItemState, Queue, QueueItemSummary } from "../../protocol/api/annotation/queues.ts";
import { useMay } from "../api/may.ts";
import { DeleteButton } from "../components/form/delete-button.tsx";
import { Select } from "../components/form/field.tsx";
import { Crumbs } from "../components/page/crumbs.tsx";
import { LoadedPage } from "../components/page/loaded-page.tsx";
import { useTitle } from "../components/page/page-header.tsx";
import { ShowMore } from "../components/page/show-more.tsx";
import { Failure, Loaded } from "../components/page/states.tsx";
import { WideTable } from "../components/page/wide-table.tsx";
import { firstLine } from "../text/shorten.ts";
import { count } from "../text/time.ts";
import { AddCases } from "./change/add-cases.tsx";
import { ChangePeople } from "./change/change-people.tsx";
import { GiveItem } from "./change/give-item.tsx";
import { saySelection } from "./change/selection.ts";
import { QueueProgress } from "./queue-progress.tsx";
import {
  changeQueue,
  deleteQueue,
  queueItemsQuery,
  queueQuery,
  queuesQuery,
} from "./queues-api.ts";
import { StartLabelling } from "./start-labelling.tsx";
import "./queues.css";

const route = getRouteApi("/p/$project/queues/$queue");

export function QueuePage() {
  const { project, queue } = route.useParams();
  const query = useQuery(queueQuery(project, queue));
  return (
    <LoadedPage query={query} project={project} list="Queues" of="queue">
      {(loaded) => <QueueView project={project} queue={loaded} />}
    </LoadedPage>
  );
}

function QueueView({ project, queue }: { project: string; queue: Queue }) {
  const { name, cases, complete, perItem, progress, mine, state } = queue;
  const mayWrite = useMay(project, "write");
  useTitle(name);
  return (
    <article className="queue-page">
      <Crumbs project={project} list="Queues" />
      <header className="page-header">
        <h1>{name}</h1>
        <div className="actions">
          {mine !== null && mine.open > 0 && state === "open" ? (
            <StartLabelling project={project} queue={queue.id} open={mine.open} />
          ) : null}
        </div>
      </header>
      <p className="muted">
        {count(complete)} of {count(cases)} {cases === 1 ? "case has" : "cases have"}{" "}
        {perItem === 1 ? "a label" : `${perItem} labels`}
        {queue.isBlind && state === "open" ? " · blind" : ""}
        {state === "closed" ? " · closed" : ""}
      </p>
      <QueueProgress label="All labels" of={progress} />
      {mine !== null && mine.open === 0 && state === "open" ? (
        <AllDone {...{ project, queue }} />
      ) : null}
      <People queue={queue} />
      {mayWrite ? <Actions project={project} queue={queue} /> : null}
      <Items project={project} queue={queue} />
      <section>
        <h2>How the cases were chosen</h2>
        <ul>
          {queue.selections.map(({ at, cases: chosen, added }) => (
            <li key={at}>
              {count(added)} {added === 1 ? "case" : "cases"}: {saySelection(chosen)}
            </li>
          ))}
        </ul>
      </section>
    </article>
  );
}

function AllDone({ project, queue }: { project: string; queue: Queue }) {
  return (
    <section className="panel queue-done" role="status">
      <h2>All done</h2>
      <p>
        You have labelled or skipped every case that this queue gave you
        {queue.progress.open === 0 ? ". Everybody else has finished too." : "."}
      </p>
      <p className="queue-actions">
        <Link
          to="/p/$project/agreement"
          params={{ project }}
          search={{ period: "all" }}
          className="button"
        >
          Compare the labels
        </Link>
        <Link to="/p/$project/queues" params={{ project }} className="button">
          See other queues
        </Link>
      </p>
    </section>
  );
}

function People({ queue: { people } }: { queue: Queue }) {
  return (
    <section>
      <h2>People</h2>
      <ul className="queue-people">
        {people.map((person) => (
          <li key={person.id}>
            <span>
              {person.name ?? "former member"}
              {person.isAssigned ? "" : " (no new cases)"}
            </span>
            <QueueProgress label={`Labels of ${person.name ?? "a former member"}`} of={person} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Actions({ project, queue }: { project: string; queue: Queue }) {
  const [shown, setShown] = useState<"cases" | "people">();
  const client = useQueryClient();
  const navigate = route.useNavigate();
  const refresh = () => {
    void client.invalidateQueries({ queryKey: queuesQuery(project).queryKey });
    return client.invalidateQueries({ queryKey: queueQuery(project, queue.id).queryKey });
  };
  const turn = useMutation({
    mutationFn: () =>
      changeQueue(project, queue.id, { state: queue.state === "open" ? "closed" : "open" }),
    onSuccess: refresh,
  });
  const close = () => {
    setShown(undefined);
    return refresh();
  };
  return (
    <p className="queue-actions">
      <button type="button" className="button small" onClick={() => setShown("cases")}>
        Add cases
      </button>
      <button type="button" className="button small" onClick={() => setShown("people")}>
        Change people
      </button>
      <button
        type="button"
        className="button small"
        disabled={turn.isPending}
        onClick={() => turn.mutate()}
      >
        {queue.state === "open" ? "Close" : "Reopen"}
      </button>
      <DeleteButton
        label="Delete"
        look="small"
        title="Delete this queue?"
        action="Delete the queue"
        onDelete={() => deleteQueue(project, queue.id)}
        onDeleted={() => {
          client.removeQueries({ queryKey: queueQuery(project, queue.id).queryKey });
          void client.invalidateQueries({ queryKey: queuesQuery(project).queryKey });
          return navigate({ to: "/p/$project/queues", params: { project } });
        }}
      >
        <p>The labels of the cases in this queue stay. The reasons of skipped cases are deleted.</p>
      </DeleteButton>
      {turn.error ? <Failure error={turn.error} what="The queue was not changed" /> : null}
      {shown === "cases" ? <AddCases {...{ project, queue }} onClose={close} /> : null}
      {shown === "people" ? <ChangePeople {...{ project, queue }} onClose={close} /> : null}
    </p>
  );
}

const STATES: readonly { value: ItemState | ""; label: string }[] = [
  { value: "", label: "all" },
  { value: "open", label: "with an open label" },
  { value: "done", label: "labelled by somebody" },
  { value: "skipped", label: "skipped by somebody" },
];

function Items({ project, queue }: { project: string; queue: Queue }) {
  const [state, setState] = useState<ItemState | "">("");
  const query = useInfiniteQuery(
    queueItemsQuery(project, queue.id, state === "" ? undefined : state),
  );
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section>
      <h2>Cases</h2>
      <div className="queue-filter">
        <Select label="Show" value={state} options={STATES} onChange={setState} />
      </div>
      <Loaded query={query} what="The cases could not be loaded">
        {() =>
          items.length === 0 ? (
            <p className="muted">No case is in this state.</p>
          ) : (
            <>
              <WideTable className="with-texts" columns={["Question", "Labels"]}>
                {items.map((item) => (
                  <ItemRow key={item.case} {...{ project, item, queue }} />
                ))}
              </WideTable>
              <ShowMore query={query}>Show more cases</ShowMore>
            </>
          )
        }
      </Loaded>
    </section>
  );
}

interface ItemRowProps {
  readonly project: string;
  readonly queue: Queue;
  readonly item: QueueItemSummary;
}

function ItemRow({ project, queue, item }: ItemRowProps) {
  const mayWrite = useMay(project, "write");
  const client = useQueryClient();
  const refresh = () => {
    void client.invalidateQueries({ queryKey: queuesQuery(project).queryKey });
    return client.invalidateQueries({ queryKey: queueQuery(project, queue.id).queryKey });
  };
  return (
    <tr>
      <th scope="row">
        <Link
          data-row-link
          to="/p/$project/queues/$queue/items/$case"
          params={{ project, queue: queue.id, case: item.case }}
        >
          {firstLine(item.query, 100) || "(empty)"}
        </Link>
      </th>
      <td>
        <div>
          {item.people.map((person) => (
            <p key={person.id}>
              {person.name ?? "former member"}: {person.state}
              {person.isGiven ? ", given to another person" : ""}
              {person.reason === null ? null : <span className="muted">, “{person.reason}”</span>}{" "}
              {mayWrite &&
              queue.state === "open" &&
              person.state === "skipped" &&
              !person.isGiven ? (
                <GiveItem {...{ project, item }} queue={queue.id} from={person} onGiven={refresh} />
              ) : null}
            </p>
          ))}
        </div>
      </td>
    </tr>
  );
}
