import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Case } from "../../protocol/api/api.ts";
import { attributeAgain } from "../api/commands.ts";
import { useMay } from "../api/may.ts";
import { caseQuery, isWaiting } from "../api/resources.ts";
import { Icon } from "../components/page/icon.tsx";
import { Failure } from "../components/page/states.tsx";
import { Moment } from "../components/text/moment.tsx";
import { AddToDataset } from "../experiments/add-to-dataset.tsx";

export function Rerun({ project, item }: { project: string; item: Case }) {
  const mayWrite = useMay(project, "write");
  const client = useQueryClient();
  const { queryKey } = caseQuery(project, item.id);
  const again = useMutation({
    mutationFn: () => attributeAgain(project, item.id),
    onSuccess: (changed) => {
      client.setQueryData(queryKey, changed);
      return client.invalidateQueries({ queryKey });
    },
  });
  return (
    <section className="rerun">
      {mayWrite ? (
        <>
          <button
            type="button"
            className="button"
            disabled={again.isPending || isWaiting(item.state)}
            onClick={() => again.mutate()}
          >
            <Icon name="refresh" size={14} /> {isWaiting(item.state) ? "Running…" : "Re-run"}
          </button>
          <AddToDataset project={project} cases={[item.id]} />
        </>
      ) : null}
      {item.attributedAt ? (
        <span className="muted">
          attributed <Moment iso={item.attributedAt} />
          {item.attribution ? ` by the ${item.attribution.method} tracer` : ""}
        </span>
      ) : null}
      {again.error ? <Failure error={again.error} what="The re-run did not start" /> : null}
    </section>
  );
}
