/**
 * Asks whether an app is allowed to act for the person through the MCP server. The app's name is
 * unchecked, so the page also shows the address that gets the answer.
 */
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { ConnectionRequest, ConnectionScope } from "../../protocol/people/connections.ts";
import { allowApp, connectionRequestQuery } from "../api/connections.ts";
import { signedInQuery } from "../api/people.ts";
import { Select } from "../components/form/field.tsx";
import { useTitle } from "../components/page/page-header.tsx";
import { Failure, Loaded } from "../components/page/states.tsx";
import { DoorFrame } from "../people/door-frame.tsx";
import { lastProject } from "../shell/last-project.ts";

const route = getRouteApi("/connect");

export function ConnectPage() {
  useTitle("Connect an app");
  const { request } = route.useSearch();
  return (
    <DoorFrame title="Connect an app">
      {request ? (
        <Request request={request} />
      ) : (
        <p>
          You cannot start on this page. In your app, add the MCP server of MemTrace. The app then
          opens this page.
        </p>
      )}
    </DoorFrame>
  );
}

function Request({ request }: { readonly request: string }) {
  const asked = useQuery(connectionRequestQuery(request));
  return (
    <Loaded query={asked} what="The app cannot be connected">
      {(found) =>
        found.projects.length === 0 ? (
          <p>
            You cannot open any project. Create one, or ask a colleague to invite you. Then start
            again in the app.
          </p>
        ) : (
          <Decision request={request} asked={found} />
        )
      }
    </Loaded>
  );
}

interface DecisionProps {
  readonly request: string;
  readonly asked: ConnectionRequest;
}

function Decision({ request, asked }: DecisionProps) {
  const { app, projects, returnsTo, isOwnMachine, refusal } = asked;
  const email = useQuery(signedInQuery).data?.user.email;
  const [chosen, setChosen] = useState(lastProject());
  const [wantsWrite, setWantsWrite] = useState(false);
  const project = projects.find(({ id }) => id === chosen) ?? projects[0];
  const offersWrite = asked.scopes.includes("write") && project?.mayWrite === true;
  const scopes: ConnectionScope[] = offersWrite && wantsWrite ? ["read", "write"] : ["read"];
  const allow = useMutation({
    mutationFn: () => allowApp({ request, project: project?.id ?? "", scopes }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    allow.mutate();
  };
  const isLeaving = allow.isPending || allow.isSuccess;
  const opened = allow.data?.url;
  // If the URL starts with an editor's own scheme, such as `vscode:`, the browser opens the editor.
  // This page stays open then.
  if (opened !== undefined && !opened.startsWith("http")) {
    return (
      <div className="door-text">
        <p role="status">
          You allowed <b>{app}</b>. You can close this page.
        </p>
        <p>
          If your editor did not open, <a href={opened}>open it</a>.
        </p>
      </div>
    );
  }
  return (
    <form onSubmit={submit}>
      <div className="door-text">
        <p>
          An app that calls itself <b>{app}</b> asks to act for you
          {email === undefined ? null : ` (${email})`}.
        </p>
        <p className="muted">
          MemTrace has not checked this name. Allow the app only if you have just started this
          connection yourself. Your decision goes to <b>{returnsTo}</b>
          {isOwnMachine ? ", a program on this computer" : ""}.
        </p>
      </div>
      <Select
        label="Project"
        value={project?.id ?? ""}
        options={projects.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setChosen}
      />
      <fieldset className="checks">
        <legend>The app may</legend>
        <label className="check">
          <input type="checkbox" checked disabled />
          <b>read</b> <span className="muted">see cases, graphs, memory and reports</span>
        </label>
        {offersWrite ? (
          <label className="check">
            <input
              type="checkbox"
              checked={wantsWrite}
              onChange={({ target }) => setWantsWrite(target.checked)}
            />
            <b>write</b> <span className="muted">change data: label cases in your name</span>
          </label>
        ) : null}
      </fieldset>
      {allow.error ? <Failure error={allow.error} what="The app was not connected" /> : null}
      <button type="submit" className="button primary wide" disabled={isLeaving}>
        {isLeaving ? "Connecting…" : "Allow"}
      </button>
      <a className="button wide" href={refusal} rel="noreferrer">
        Cancel
      </a>
      <p className="muted">You can remove the app's access on your account page at any time.</p>
    </form>
  );
}
