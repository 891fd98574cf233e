import { Confirm } from "../components/form/dialog.tsx";
import { Failure } from "../components/page/states.tsx";
import type { EndpointActions } from "./endpoint-actions.ts";

export type Question = "rotate" | "delete" | null;

interface EndpointQuestionProps {
  readonly question: Question;
  readonly url: string;
  readonly actions: EndpointActions;
  readonly onClose: () => void;
}

/** Asks for confirmation of an action that cannot be undone. */
export function EndpointQuestion({ question, url, actions, onClose }: EndpointQuestionProps) {
  const { rotate, remove } = actions;
  if (question === "rotate") {
    return (
      <Confirm
        title="Rotate the signing secret?"
        action="Rotate"
        busy={rotate.isPending}
        onConfirm={() => rotate.mutate()}
        onClose={onClose}
      >
        <p>
          You get a new secret. For 24 hours, deliveries are signed with both secrets, so that your
          receiver can switch without losing a delivery.
        </p>
        {rotate.error ? <Failure error={rotate.error} what="The secret was not rotated" /> : null}
      </Confirm>
    );
  }
  if (question === "delete") {
    return (
      <Confirm
        title="Delete the endpoint?"
        action="Delete the endpoint"
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={onClose}
      >
        <p>
          Nothing is sent to <code>{url}</code> any more, including deliveries that are still being
          retried. To only pause the endpoint, disable it instead.
        </p>
        {remove.error ? <Failure error={remove.error} what="The endpoint was not deleted" /> : null}
      </Confirm>
    );
  }
  return null;
}
