import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { EndpointWithSecret } from "../../protocol/api/webhook-endpoints.ts";
import { endpointsQuery } from "../api/resources.ts";
import { SecretOnce } from "../components/form/secret-once.tsx";
import { PageHeader } from "../components/page/page-header.tsx";
import { Empty, Loaded } from "../components/page/states.tsx";
import { CreateEndpointDialog } from "./create-endpoint-dialog.tsx";
import { EndpointCard } from "./endpoint-card.tsx";
import { WebhookTabs } from "./webhook-tabs.tsx";
import "./webhooks.css";

const route = getRouteApi("/p/$project/webhooks");

export function WebhooksPage() {
  const { project } = route.useParams();
  const query = useQuery(endpointsQuery(project));
  const [creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<EndpointWithSecret | null>(null);
  const create = (
    <button type="button" className="button primary" onClick={() => setCreating(true)}>
      Add an endpoint
    </button>
  );
  return (
    <>
      <PageHeader title="Webhooks">{query.data?.items.length ? create : null}</PageHeader>
      <WebhookTabs project={project} />
      <Loaded query={query} what="The endpoints could not be loaded">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No endpoints yet">
              <p>
                MemTrace posts the events that you choose, such as attributions and reports, to your
                endpoints. MemTrace signs each request by the rules of Standard Webhooks. Failed
                deliveries are retried for three days.
              </p>
              <p>{create}</p>
              <p>
                <a href="/docs/webhooks">How to receive webhooks</a>
              </p>
            </Empty>
          ) : (
            <ul className="endpoints">
              {items.map((endpoint) => (
                <li key={endpoint.id}>
                  <EndpointCard project={project} endpoint={endpoint} onSecret={setSecret} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {creating ? (
        <CreateEndpointDialog
          project={project}
          onClose={() => setCreating(false)}
          onCreated={(created) => {
            setCreating(false);
            setSecret(created);
          }}
        />
      ) : null}
      {secret ? (
        <SecretOnce
          title="Signing secret"
          secret={secret.secret}
          note={`Use this secret to check the signature of each request to ${secret.url}.`}
          onClose={() => setSecret(null)}
        />
      ) : null}
    </>
  );
}
