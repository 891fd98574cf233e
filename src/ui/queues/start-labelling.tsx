import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Failure } from "../components/page/states.tsx";
import { count } from "../text/time.ts";
import { nextItem } from "./queues-api.ts";

interface StartLabellingProps {
  readonly project: string;
  readonly queue: string;
  /** Number of items that the person has neither labelled nor skipped. */
  readonly open: number;
  readonly isSmall?: boolean;
}

/** Opens the person's next item that is neither labelled nor skipped. */
export function StartLabelling({ project, queue, open, isSmall = false }: StartLabellingProps) {
  const navigate = useNavigate();
  const start = useMutation({
    mutationFn: () => nextItem(project, queue),
    onSuccess: ({ case: item }) =>
      item === null
        ? navigate({ to: "/p/$project/queues/$queue", params: { project, queue } })
        : navigate({
            to: "/p/$project/queues/$queue/items/$case",
            params: { project, queue, case: item },
          }),
  });
  return (
    <>
      <button
        type="button"
        className={`button ${isSmall ? "small" : "primary"}`}
        disabled={start.isPending}
        onClick={() => start.mutate()}
      >
        Label {count(open)} {open === 1 ? "case" : "cases"}
      </button>
      {start.error ? <Failure error={start.error} what="The next case was not found" /> : null}
    </>
  );
}
