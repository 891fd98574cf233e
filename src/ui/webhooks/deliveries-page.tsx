import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Delivery } from "../../protocol/api/webhook-endpoints.ts";
import { channelsQuery } from "../api/alerts.ts";
import { deliveriesQuery, endpointsQuery } from "../api/resources.ts";
import { PageHeader } from "../components/page/page-header.tsx";
import { Empty, Loaded, Skeleton } from "../components/page/states.tsx";
import { Moment } from "../components/text/moment.tsx";
import { useListKeys } from "../shell/keyboard.ts";
import { shortenMiddle } from "../text/shorten.ts";
import { DeliveryDetail } from "./delivery-detail.tsx";
import { DELIVERY_STATES, type DeliverySearch, parseDeliverySearch } from "./delivery-search.ts";
import { WebhookTabs } from "./webhook-tabs.tsx";
import "./webhooks.css";
import { ShowMore } from "../components/page/show-more.tsx";
import { count } from "../text/time.ts";

const route = getRouteApi("/p/$project/deliveries");

export function DeliveriesPage() {
  const { project } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { endpoint, state } = search;
  const query = useInfiniteQuery(deliveriesQuery(project, { endpoint, state }));
  const deliveries = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const set = (change: Record<string, unknown>) =>
    navigate({ search: parseDeliverySearch({ ...search, ...change }), resetScroll: false });
  const toggle = (id: string) => set({ delivery: id === search.delivery ? undefined : id });
  const selected = useListKeys(deliveries, ({ id }) => toggle(id));
  return (
    <>
      <PageHeader title="Webhooks">
        <DeliveryFilters project={project} search={search} onChange={set} />
      </PageHeader>
      <WebhookTabs project={project} />
      <Loaded
        query={query}
        what="The deliveries could not be loaded"
        skeleton={<Skeleton rows={8} height={24} />}
      >
        {() =>
          deliveries.length === 0 ? (
            <Empty title="No deliveries">
              <p>
                This page lists every message to an endpoint, with the endpoint's answer. To see an
                example, send a test event from the endpoints page.
              </p>
            </Empty>
          ) : (
            <ul className="panel deliveries">
              {deliveries.map((delivery, index) => (
                <DeliveryRow
                  key={delivery.id}
                  project={project}
                  delivery={delivery}
                  open={delivery.id === search.delivery}
                  selected={index === selected}
                  onToggle={() => toggle(delivery.id)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ShowMore query={query}>Show older deliveries</ShowMore>
      {search.delivery && query.data && !deliveries.some(({ id }) => id === search.delivery) ? (
        <section className="panel">
          <DeliveryDetail project={project} id={search.delivery} />
        </section>
      ) : null}
    </>
  );
}

interface DeliveryFiltersProps {
  readonly project: string;
  readonly search: DeliverySearch;
  readonly onChange: (change: Record<string, unknown>) => void;
}

function DeliveryFilters({ project, search, onChange }: DeliveryFiltersProps) {
  const endpoints = useQuery(endpointsQuery(project)).data?.items ?? [];
  const channels = useQuery(channelsQuery(project)).data?.items ?? [];
  return (
    <>
      <select
        className="add-filter"
        aria-label="Endpoint or channel"
        value={search.endpoint ?? ""}
        onChange={(event) => onChange({ endpoint: event.target.value || undefined })}
      >
        <option value="">All endpoints and channels</option>
        {endpoints.map(({ id, url }) => (
          <option key={id} value={id}>
            {shortenMiddle(url, 48)}
          </option>
        ))}
        {channels.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <select
        className="add-filter"
        aria-label="State"
        value={search.state ?? ""}
        onChange={(event) => onChange({ state: event.target.value || undefined })}
      >
        <option value="">All states</option>
        {DELIVERY_STATES.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </>
  );
}

interface DeliveryRowProps {
  readonly project: string;
  readonly delivery: Delivery;
  readonly open: boolean;
  readonly selected: boolean;
  readonly onToggle: () => void;
}

const TONES = { queued: "muted", delivered: "good", failed: "bad" } as const;
const SIGNS = { queued: "…", delivered: "✓", failed: "✗" } as const;

function DeliveryRow({ project, delivery, open, selected, onToggle }: DeliveryRowProps) {
  const { state, event, url, attempts, createdAt, nextAttemptAt } = delivery;
  const status = attempts.at(-1)?.status;
  return (
    <li data-selected={selected}>
      <button type="button" className="delivery-row" aria-expanded={open} onClick={onToggle}>
        <span className={TONES[state]}>
          {SIGNS[state]} {state}
        </span>
        <code>{event}</code>
        <span className="soft delivery-url">{url}</span>
        <span className="muted">
          {attempts.length === 1 ? "1 attempt" : `${count(attempts.length)} attempts`}
          {status ? ` · ${status}` : ""}
        </span>
        <span className="muted">
          {nextAttemptAt ? (
            <>
              again <Moment iso={nextAttemptAt} />
            </>
          ) : (
            <Moment iso={createdAt} />
          )}
        </span>
      </button>
      {open ? <DeliveryDetail project={project} id={delivery.id} /> : null}
    </li>
  );
}
