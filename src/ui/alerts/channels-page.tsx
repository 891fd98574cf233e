import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { channelsQuery } from "../api/alerts.ts";
import { PageHeader } from "../components/page/page-header.tsx";
import { Empty, Loaded } from "../components/page/states.tsx";
import { AlertTabs } from "./alert-tabs.tsx";
import { ChannelCard } from "./channel-card.tsx";
import { CreateChannelDialog } from "./create-channel-dialog.tsx";
import "../webhooks/webhooks.css";

const route = getRouteApi("/p/$project/channels");

export function ChannelsPage() {
  const { project } = route.useParams();
  const query = useQuery(channelsQuery(project));
  const [isCreating, setCreating] = useState(false);
  const create = (
    <button type="button" className="button primary" onClick={() => setCreating(true)}>
      Add a channel
    </button>
  );
  return (
    <>
      <PageHeader title="Alerts">{query.data?.items.length ? create : null}</PageHeader>
      <AlertTabs project={project} />
      <Loaded query={query} what="The channels could not be loaded">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No channels yet">
              <p>
                A channel sends messages to Slack, Microsoft Teams, Discord, PagerDuty or e-mail
                addresses. The messages are about findings, wrong answers, and changes in how often
                each kind of error occurs. In GitHub and Linear, a channel opens issues for findings
                and keeps them up to date. Failed messages are retried for three days.
              </p>
              <p>{create}</p>
              <p>
                <a href="/docs/alerts">How to set up a channel</a>
              </p>
            </Empty>
          ) : (
            <ul className="endpoints">
              {items.map((channel) => (
                <li key={channel.id}>
                  <ChannelCard project={project} channel={channel} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isCreating ? (
        <CreateChannelDialog project={project} onClose={() => setCreating(false)} />
      ) : null}
    </>
  );
}
