/** A project that has received nothing: a key, the code around a memory, and a wait for the first event. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { createKey } from "../api/commands.ts";
import { Failure } from "../components/page/states.tsx";
import { CopyButton } from "../components/text/copy-button.tsx";
import { isOnThisMachine } from "../text/address.ts";
import { firstEventCode } from "./first-event-code.ts";

const PLACEHOLDER = "mt_live_…";

export function GettingStarted({ project }: { project: string }) {
  const client = useQueryClient();
  const [key, setKey] = useState<string | null>(null);
  const create = useMutation({
    mutationFn: () =>
      createKey(project, { name: "First key", scopes: ["ingest", "read"], expiresAt: null }),
    onSuccess: (created) => {
      setKey(created.key);
      return client.invalidateQueries({ queryKey: [project, "keys"] });
    },
  });
  const { origin } = window.location;
  const { install, environment, code, run } = firstEventCode(key ?? PLACEHOLDER, origin);
  return (
    <div className="getting-started">
      <h1 className="headline">Send the first event.</h1>
      <p className="lead">
        MemTrace follows information through your agent's memory. When an answer is wrong, it names
        the operation that lost what was needed.
      </p>
      <ol>
        <li>
          <h2>Create a key</h2>
          <KeyState
            created={key !== null}
            busy={create.isPending}
            onCreate={() => create.mutate()}
          />
          {create.error ? <Failure error={create.error} what="The key was not created" /> : null}
        </li>
        <li>
          <h2>Install the SDK and set the key</h2>
          <Code text={`${install}\n${environment}`} />
          {isOnThisMachine(origin) ? (
            <p className="muted">
              PATH_TO_MEMTRACE is the folder that this service was started from.
            </p>
          ) : null}
        </li>
        <li>
          <h2>Wrap the functions of your memory</h2>
          <Code text={code} />
          <p className="muted">
            A store function must return, or record under its key, the units that it wrote (
            <code>memtrace.variable(text, {'{ name: key, category: "memory_entry" }'})</code>), or
            what it did stays invisible.
          </p>
        </li>
        <li>
          <h2>Say when an answer was wrong, and run your agent</h2>
          <Code text={run} />
          <p className="waiting" role="status">
            <span className="pulse" aria-hidden="true" /> Waiting for the first event. This page
            changes by itself when it arrives.
          </p>
        </li>
      </ol>
    </div>
  );
}

function KeyState(props: { created: boolean; busy: boolean; onCreate: () => void }) {
  if (props.created) {
    return (
      <p>
        <span className="good">Created.</span> Filled in below. You won't see it again.
      </p>
    );
  }
  return (
    <button type="button" className="button primary" disabled={props.busy} onClick={props.onCreate}>
      Create a key
    </button>
  );
}

function Code({ text }: { text: string }) {
  return (
    <div className="code">
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} label="Copy" />
    </div>
  );
}
