import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ConnectionTest } from "../../protocol/people/sso.ts";
import { Icon } from "../components/page/icon.tsx";
import { Failure } from "../components/page/states.tsx";
import { Moment } from "../components/text/moment.tsx";
import { type OfSettings, Section } from "./section.tsx";
import { change, signInSettingsQuery } from "./sso-api.ts";

export function TestSection({ organization, settings, project }: OfSettings & { project: string }) {
  const client = useQueryClient();
  const organizationId = organization.id;
  const begin = useMutation({
    mutationFn: () =>
      change("POST /organization/test-connection", {
        ...{ organizationId, next: `/p/${encodeURIComponent(project)}/sign-in` },
      }),
    onSuccess: (answer) => {
      if ("url" in answer) window.location.assign(answer.url);
      else return client.invalidateQueries(signInSettingsQuery(organizationId));
    },
  });
  return (
    <Section title="Test">
      <p className="muted">
        You sign in at your provider once, and then this page shows the provider's answer. The test
        does not sign you in to MemTrace and does not create an account.
      </p>
      {settings.test === null ? <p>The provider has not been tested since it was saved.</p> : null}
      {settings.test ? <Outcome test={settings.test} /> : null}
      <p>
        <button
          type="button"
          className="button"
          disabled={settings.connection === null || begin.isPending}
          onClick={() => begin.mutate()}
        >
          Test the provider
        </button>
      </p>
      {begin.error ? <Failure error={begin.error} what="The test did not begin" /> : null}
    </Section>
  );
}

function Outcome({ test }: { test: ConnectionTest }) {
  const isRight = test.problem === null;
  return (
    <div className={isRight ? "sso-item" : "failure"}>
      <Icon name={isRight ? "check" : "warning"} />
      <div>
        <strong>{isRight ? "The test succeeded" : "The test failed"}.</strong>{" "}
        <span className="sso-detail">{test.detail}</span>
        <dl className="sso-facts">
          {test.address === null ? null : (
            <>
              <dt>Address</dt>
              <dd>{test.address}</dd>
              <dt>Name</dt>
              <dd>{test.name}</dd>
              <dt>Subject</dt>
              <dd>{test.subject}</dd>
            </>
          )}
          <dt>Time</dt>
          <dd>
            <Moment iso={test.at} />
          </dd>
        </dl>
      </div>
    </div>
  );
}
