/** Shown until the first event arrives. Creates a key, and shows the code for the app. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { createKey } from "../../api/commands.ts";
import { Failure } from "../../components/page/states.tsx";
import { CopyButton } from "../../components/text/copy-button.tsx";
import { firstEventCode, LANGUAGES, type Language } from "./first-event-code.ts";
import { LoadSample } from "./sample-data.tsx";

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
  const [language, setLanguage] = useState<Language>("TypeScript");
  const [openedAt] = useState(Date.now);
  const shown = firstEventCode(language, key ?? PLACEHOLDER, origin, openedAt);
  return (
    <div className="getting-started">
      <h1 className="headline">Send the first event.</h1>
      <p className="lead">
        MemTrace follows information through your agent's memory. When an answer is wrong, MemTrace
        names the operation that lost the needed information.
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
          <h2>Run this program, which gives one wrong answer</h2>
          <fieldset className="segments">
            <legend className="visually-hidden">Language</legend>
            {LANGUAGES.map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={name === language}
                onClick={() => setLanguage(name)}
              >
                {name}
              </button>
            ))}
          </fieldset>
          <Code text={shown.prepare} />
          {shown.file === null ? null : (
            <p>
              Save as <code>{shown.file}</code>, then <code>{shown.run}</code>:
            </p>
          )}
          <Code text={shown.code} />
          <p className="muted">{shown.note}</p>
          <p>
            <a href={shown.page}>The same example, step by step</a>
          </p>
        </li>
        <li>
          <h2>See which operation lost the needed information</h2>
          <p className="waiting" role="status">
            <span className="pulse" aria-hidden="true" /> Waiting for the first event. When the
            event arrives, this page changes by itself.
          </p>
          <LoadSample project={project} />
        </li>
      </ol>
      <p className="muted">
        Your coding agent can read the results too. Connect the agent to the MCP server at{" "}
        <code>{origin}/mcp</code> with this key or through your sign-in (
        <a href="/docs/mcp">how to connect</a>).
      </p>
    </div>
  );
}

function KeyState(props: { created: boolean; busy: boolean; onCreate: () => void }) {
  if (props.created) {
    return (
      <p>
        <span className="good">Created.</span> The code below contains the key. Copy the code now,
        because MemTrace never shows the key again.
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
