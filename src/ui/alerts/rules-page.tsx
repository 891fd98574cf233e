import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { channelsQuery, rulesQuery } from "../api/alerts.ts";
import { PageHeader } from "../components/page/page-header.tsx";
import { Empty, Loaded } from "../components/page/states.tsx";
import { AlertTabs } from "./alert-tabs.tsx";
import { CreateRuleDialog } from "./create-rule-dialog.tsx";
import { RuleCard } from "./rule-card.tsx";
import "../webhooks/webhooks.css";

const route = getRouteApi("/p/$project/rules");

export function RulesPage() {
  const { project } = route.useParams();
  const query = useQuery(rulesQuery(project));
  const channels = useQuery(channelsQuery(project)).data?.items;
  const [isCreating, setCreating] = useState(false);
  const create = (
    <button type="button" className="button primary" onClick={() => setCreating(true)}>
      Add a rule
    </button>
  );
  return (
    <>
      <PageHeader title="Alerts">{query.data?.items.length ? create : null}</PageHeader>
      <AlertTabs project={project} />
      <Loaded query={query} what="The rules could not be loaded">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No rules yet">
              <p>
                A rule says when channels get messages: after each event, when a number reaches a
                threshold, or regularly, as a digest. A rule can also set quiet hours. Its messages
                then wait until the quiet hours end.
              </p>
              {channels?.length === 0 ? (
                <p>
                  First{" "}
                  <Link to="/p/$project/channels" params={{ project }}>
                    add a channel
                  </Link>
                  .
                </p>
              ) : (
                <p>{create}</p>
              )}
              <p>
                <a href="/docs/alerts#rules">How rules work</a>
              </p>
            </Empty>
          ) : (
            <ul className="endpoints">
              {items.map((rule) => (
                <li key={rule.id}>
                  <RuleCard project={project} rule={rule} channels={channels} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isCreating ? (
        <CreateRuleDialog
          project={project}
          channels={channels ?? []}
          onClose={() => setCreating(false)}
        />
      ) : null}
    </>
  );
}
