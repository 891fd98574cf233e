import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { DeletionReceipt } from "../../protocol/api/privacy/receipts.ts";
import { ApiFailure } from "../api/request.ts";
import { Field } from "../components/form/field.tsx";
import { DownloadFile } from "../components/page/download-file.tsx";
import { Failure, Loaded } from "../components/page/states.tsx";
import { Id } from "../components/text/id.tsx";
import { Moment } from "../components/text/moment.tsx";
import { deleteUser, receiptsQuery } from "./privacy-api.ts";

/** Deletes everything about an end user, and lists the signed receipts. */
export function EndUserDeletion({ project }: { project: string }) {
  const receipts = useQuery(receiptsQuery(project));
  const forbidden = receipts.error instanceof ApiFailure && receipts.error.status === 403;
  return (
    <section className="panel settings" aria-labelledby="end-user-title">
      <h2 id="end-user-title">Delete an end user</h2>
      {forbidden ? (
        <p>Only owners and admins of the project can delete end users.</p>
      ) : (
        <>
          <DeletionForm project={project} />
          <Loaded query={receipts} what="The receipts could not be loaded">
            {({ items }) => (items.length === 0 ? null : <Receipts items={items} />)}
          </Loaded>
        </>
      )}
    </section>
  );
}

function DeletionForm({ project }: { project: string }) {
  const client = useQueryClient();
  const [user, setUser] = useState("");
  const [typed, setTyped] = useState("");
  const remove = useMutation({
    mutationFn: () => deleteUser(project, user),
    onSettled: () => client.invalidateQueries({ queryKey: receiptsQuery(project).queryKey }),
  });
  const { data } = remove;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        remove.mutate();
      }}
    >
      <p className="muted">
        This deletes every graph that names the end user, with all data derived from the graph. The
        signed receipt lists the deleted graphs and cases as hashes. First see{" "}
        <Link to="/p/$project/impact" params={{ project }} search={user === "" ? {} : { user }}>
          which right answers depend on these graphs
        </Link>
        .
      </p>
      <Field
        label="Id of the end user"
        required
        autoComplete="off"
        value={user}
        onChange={(event) => setUser(event.target.value)}
      />
      <Field
        label="Type the id again to confirm"
        required
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {remove.error ? <Failure error={remove.error} what="Nothing was deleted" /> : null}
      <p className="ask">
        <button
          type="submit"
          className="button"
          disabled={remove.isPending || user === "" || typed !== user}
        >
          {remove.isPending ? "Deleting…" : "Delete for good"}
        </button>
        <span role="status">
          {data === undefined
            ? ""
            : `${data.graphs} ${data.graphs === 1 ? "graph" : "graphs"} deleted. ${data.isComplete ? "" : "This end user has more graphs. Press “Delete for good” again."}`}
        </span>
      </p>
    </form>
  );
}

function Receipts({ items }: { items: readonly DeletionReceipt[] }) {
  return (
    <>
      <h3>Receipts</h3>
      <ul>
        {items.map((receipt) => (
          <li key={receipt.id}>
            <Id id={receipt.id} /> · <Moment iso={receipt.createdAt} /> ·{" "}
            {receipt.state === "signed" ? (
              <DownloadFile
                name={`${receipt.id}.json`}
                load={async () => JSON.stringify(receipt, null, 2)}
              >
                Download
              </DownloadFile>
            ) : (
              "still deleting"
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
