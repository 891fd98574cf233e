import { useQuery } from "@tanstack/react-query";
import { deliveryQuery } from "../api/resources.ts";
import { Loaded } from "../components/page/states.tsx";
import { Attempts } from "./attempts.tsx";

/**
 * Shows how the endpoint answered the test event. Asks the service every few seconds until the
 * endpoint has answered.
 */
export function TestAnswer({ project, id }: { project: string; id: string }) {
  const query = useQuery(deliveryQuery(project, id));
  return (
    <div className="test-answer" role="status">
      <Loaded query={query} what="The answer could not be loaded">
        {(delivery) => (
          <>
            <p>
              <b>Test event</b>{" "}
              {delivery.attempts.length === 0 ? (
                <>
                  <span className="pulse" aria-hidden="true" /> on its way…
                </>
              ) : delivery.state === "delivered" ? (
                <span className="good">✓ delivered</span>
              ) : (
                <span className="bad">✗ not delivered</span>
              )}
            </p>
            <Attempts attempts={delivery.attempts} />
          </>
        )}
      </Loaded>
    </div>
  );
}
