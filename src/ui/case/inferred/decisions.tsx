/** Lets a person accept, change or refuse an inferred answer. Lists earlier decisions. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type {
  AnswerDecision,
  AnswerDecisions,
  DecideAnswer,
} from "../../../protocol/api/annotation/inferred-answers.ts";
import type { Case } from "../../../protocol/api/api.ts";
import { decideAnswer, decisionsQuery, refreshDecisions } from "../../api/inferred-answers.ts";
import { useMay } from "../../api/may.ts";
import { Field } from "../../components/form/field.tsx";
import { Failure } from "../../components/page/states.tsx";
import { Moment } from "../../components/text/moment.tsx";

interface DecisionsProps {
  readonly project: string;
  readonly item: Case;
  /** The inferred answer; undefined if there is none. */
  readonly proposed: string | undefined;
}

export function Decisions({ project, item, proposed }: DecisionsProps) {
  const query = useQuery(decisionsQuery(project, item.id));
  const mayLabel = useMay(project, "label");
  if (!query.data) return query.error ? <Failure error={query.error} what="Not loaded" /> : null;
  const inferred = proposed ?? query.data.items[0]?.inferred;
  return (
    <>
      {mayLabel && inferred !== undefined ? (
        <DecisionForm
          key={query.data.newest}
          {...{ project, id: item.id, inferred, decisions: query.data }}
        />
      ) : null}
      <ul className="case-facts">
        {query.data.items.map((decision) => (
          <li key={decision.number}>
            {sentenceOf(decision)}, <Moment iso={decision.createdAt} />
          </li>
        ))}
      </ul>
    </>
  );
}

function sentenceOf({ author, decision, inferred, answer }: AnswerDecision): string {
  const who = author.isYou ? "You" : author.name;
  if (decision === "refuse") return `${who} refused “${inferred}”`;
  return decision === "accept" ? `${who} accepted “${inferred}”` : `${who} set “${answer}”`;
}

interface DecisionFormProps {
  readonly project: string;
  readonly id: string;
  readonly inferred: string;
  readonly decisions: AnswerDecisions;
}

function DecisionForm({ project, id, inferred, decisions }: DecisionFormProps) {
  const [newest] = decisions.items;
  const [text, setText] = useState(newest?.answer ?? inferred);
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: (body: DecideAnswer) => decideAnswer(project, id, body),
    // Refresh after a refusal too: perhaps somebody else has just decided.
    onSettled: () => refreshDecisions(client, project, id),
  });
  const answer = text.trim();
  const seen = decisions.newest;
  const isAccepting = answer === inferred;
  const isUnchanged = newest?.answer === answer;
  return (
    <form
      className="ask"
      onSubmit={(event) => {
        event.preventDefault();
        decide.mutate(
          isAccepting
            ? { decision: "accept", seen, inferred }
            : { decision: "change", seen, inferred, answer },
        );
      }}
    >
      <Field
        label="Expected answer"
        hint="Accept the inferred answer, or change it first. MemTrace then attributes the case again with your answer. If you refuse the answer, MemTrace does not infer it again."
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button
        type="submit"
        className="button"
        disabled={decide.isPending || answer === "" || isUnchanged}
      >
        {isAccepting ? "Accept" : "Save changed answer"}
      </button>
      <button
        type="button"
        className="button"
        disabled={
          decide.isPending || (newest?.decision === "refuse" && newest.inferred === inferred)
        }
        onClick={() => decide.mutate({ decision: "refuse", seen, inferred })}
      >
        Refuse
      </button>
      {decide.error ? <Failure error={decide.error} what="The decision was not saved" /> : null}
    </form>
  );
}
