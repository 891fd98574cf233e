import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { replayDelivery } from "../api/commands.ts";
import { deliveryQuery } from "../api/resources.ts";
import { Icon } from "../components/page/icon.tsx";
import { Failure, Loaded } from "../components/page/states.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { CopyButton } from "../components/text/copy-button.tsx";
import { Id } from "../components/text/id.tsx";
import { Attempts } from "./attempts.tsx";

/** Shows a delivery's request and response. A button sends the delivery again. */
export function DeliveryDetail({ project, id }: { project: string; id: string }) {
  const client = useQueryClient();
  const query = useQuery(deliveryQuery(project, id));
  const replay = useMutation({
    mutationFn: () => replayDelivery(project, id),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: deliveryQuery(project, id).queryKey }),
        client.invalidateQueries({ queryKey: [project, "deliveries"] }),
      ]),
  });
  return (
    <div className="delivery-detail">
      <Loaded query={query} what="The delivery could not be loaded">
        {(delivery) => (
          <>
            <p className="ask">
              <Id id={delivery.id} limit={40} />
              <span className="spacer" />
              <CopyButton text={delivery.payload} label="Copy body" />
              <button
                type="button"
                className="button small"
                disabled={replay.isPending || delivery.state === "queued"}
                onClick={() => replay.mutate()}
              >
                <Icon name="refresh" size={14} /> Send again
              </button>
            </p>
            {replay.error ? (
              <Failure error={replay.error} what="The delivery was not sent again" />
            ) : null}
            <Attempts attempts={delivery.attempts} />
            <div className="payload">
              <ClampedText text={indented(delivery.payload)} limit={2_000} />
            </div>
          </>
        )}
      </Loaded>
    </div>
  );
}

function indented(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
