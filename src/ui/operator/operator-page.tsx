/**
 * Shows operators the state of the installation: waiting work, failures, slow tenants and storage.
 */
import { queryOptions, useQuery } from "@tanstack/react-query";
import type {
  DatabaseStatus,
  FailureCount,
  OperatorStatus,
  PackMove,
  QueueStatus,
  SlowTenant,
} from "../../protocol/api/operator/status.ts";
import { MOST_COUNTED } from "../../protocol/limits.ts";
import { call } from "../api/request.ts";
import { PageHeader } from "../components/page/page-header.tsx";
import { Loaded, Skeleton } from "../components/page/states.tsx";
import { WideTable } from "../components/page/wide-table.tsx";
import { Id } from "../components/text/id.tsx";
import { Moment } from "../components/text/moment.tsx";
import { bytesText, count, exactPercent, exactTime } from "../text/time.ts";
import { FAILED_WORK_WORDS, headlineOf, QUEUE_WORDS } from "./operator-words.ts";
import "./operator.css";

const REFRESH_MS = 15_000;

const statusQuery = queryOptions({
  queryKey: ["operator", "status"],
  queryFn: ({ signal }) => call("GET /operator/status", {}, { signal }),
  refetchInterval: REFRESH_MS,
});

export function OperatorPage() {
  const query = useQuery(statusQuery);
  return (
    <main className="operator-page" id="content">
      <PageHeader title="Operation" />
      <Loaded query={query} what="The status could not be loaded" skeleton={<Skeleton rows={10} />}>
        {(status) => (
          <>
            <p className="lead-line">{headlineOf(status)}</p>
            <Sweep status={status} />
            <Queues queues={status.queues} />
            <SlowTenants slowest={status.slowest} />
            <Failures failures={status.failures} />
            <Databases databases={status.databases} />
            <Moves moves={status.moves} />
          </>
        )}
      </Loaded>
    </main>
  );
}

function Sweep({ status: { sweep, version, at } }: { status: OperatorStatus }) {
  const failed = sweep?.failedParts ?? [];
  return (
    <p className="muted">
      Version <Id id={version} limit={40} />, as of {exactTime(at)}.{" "}
      {sweep === null ? (
        "No sweep has run yet."
      ) : (
        <>
          The last sweep ran <Moment iso={sweep.startedAt} /> and took {count(sweep.milliseconds)}{" "}
          ms.
        </>
      )}
      {failed.length > 0 ? ` These parts failed: ${failed.join(", ")}.` : null}
    </p>
  );
}

const counted = (value: number) =>
  value >= MOST_COUNTED ? `at least ${count(value)}` : count(value);

function Queues({ queues }: { queues: readonly QueueStatus[] }) {
  return (
    <section aria-label="Queues">
      <h2>Queues</h2>
      <WideTable
        className="operator-table"
        columns={[
          "Work",
          { figure: "Due" },
          { figure: "Waiting" },
          { figure: "Running" },
          "Oldest due",
        ]}
      >
        {queues.map(({ queue, due, waiting, running, oldestAt }) => (
          <tr key={queue}>
            <th scope="row">{QUEUE_WORDS[queue]}</th>
            <td className="number">{counted(due)}</td>
            <td className="number">{counted(waiting)}</td>
            <td className="number">{running === null ? "–" : counted(running)}</td>
            <td>{oldestAt === null ? "–" : <Moment iso={oldestAt} />}</td>
          </tr>
        ))}
      </WideTable>
    </section>
  );
}

function SlowTenants({ slowest }: { slowest: readonly SlowTenant[] }) {
  return (
    <section aria-label="Slowest tenants">
      <h2>Slowest tenants</h2>
      {slowest.length === 0 ? (
        <p className="muted">No tenant has work that is due.</p>
      ) : (
        <WideTable
          className="operator-table"
          columns={["Project", "Organization", "Work", { figure: "Waiting" }, "Oldest"]}
        >
          {slowest.map((tenant) => (
            <tr key={`${tenant.queue} ${tenant.project}`}>
              <th scope="row">
                {tenant.projectName} <Id id={tenant.project} />
              </th>
              <td>
                {tenant.organizationName} <Id id={tenant.organization} />
              </td>
              <td>{QUEUE_WORDS[tenant.queue]}</td>
              <td className="number">{count(tenant.waiting)}</td>
              <td>
                <Moment iso={tenant.oldestAt} />
              </td>
            </tr>
          ))}
        </WideTable>
      )}
    </section>
  );
}

function Failures({ failures }: { failures: readonly FailureCount[] }) {
  return (
    <section aria-label="Failures of the last 24 hours">
      <h2>Failures of the last 24 hours</h2>
      {failures.length === 0 ? (
        <p className="muted">No work failed permanently.</p>
      ) : (
        <WideTable className="operator-table" columns={["Work", "Cause", { figure: "Failures" }]}>
          {failures.map(({ work, cause, count: failed }) => (
            <tr key={`${work} ${cause}`}>
              <th scope="row">{FAILED_WORK_WORDS[work]}</th>
              <td>{cause}</td>
              <td className="number">{count(failed)}</td>
            </tr>
          ))}
        </WideTable>
      )}
    </section>
  );
}

function Databases({ databases }: { databases: readonly DatabaseStatus[] }) {
  return (
    <section aria-label="Databases">
      <h2>Databases</h2>
      <WideTable
        className="operator-table"
        columns={["Binding", { figure: "Size" }, { figure: "Limit" }, { figure: "Share" }]}
      >
        {databases.map(({ binding, bytes, limit }) => (
          <tr key={binding}>
            <th scope="row">{binding}</th>
            <td className="number">{bytesText(bytes)}</td>
            <td className="number">{bytesText(limit)}</td>
            <td className="number">{exactPercent(bytes / limit)}</td>
          </tr>
        ))}
      </WideTable>
    </section>
  );
}

function Moves({ moves }: { moves: readonly PackMove[] }) {
  return (
    <section aria-label="Moves between databases">
      <h2>Moves between databases</h2>
      {moves.length === 0 ? (
        <p className="muted">No project is moving between databases.</p>
      ) : (
        <WideTable
          className="operator-table"
          columns={["Project", "Organization", "From", "To", "Since"]}
        >
          {moves.map((move) => (
            <tr key={move.project}>
              <th scope="row">
                {move.projectName} <Id id={move.project} />
              </th>
              <td>
                {move.organizationName} <Id id={move.organization} />
              </td>
              <td>{move.from}</td>
              <td>{move.to}</td>
              <td>
                <Moment iso={move.since} />
              </td>
            </tr>
          ))}
        </WideTable>
      )}
    </section>
  );
}
