/**
 * Lets a person say that an answer was right although the judge called it wrong. This objection is
 * stored as the person's label of the case.
 */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Label, LabelRow, LabelState } from "../../protocol/api/annotation/labels.ts";
import { joinedLabels, labelsQuery, refreshLabels, setLabel } from "../api/labels.ts";
import { LabelLine } from "../case/labels/label-line.tsx";
import { Confirm } from "../components/form/dialog.tsx";
import { Failure } from "../components/page/states.tsx";

/** The label of an objection. It says that the judge made the error. */
const ANSWER_IS_RIGHT: Label = {
  ...{ errorType: "JudgeError", op: null, link: null, also: [] },
  reason: "The answer is right.",
};

interface Question {
  readonly case: string;
  /** The person's earlier label of the case. */
  readonly own: LabelRow;
}

/**
 * Stores the objection as the person's label. If the person has already given the case a different
 * label, asks before replacing it.
 */
export function useObjection(project: string) {
  const client = useQueryClient();
  const [said, setSaid] = useState<ReadonlyMap<string, LabelState>>(new Map());
  const [question, setQuestion] = useState<Question | null>(null);
  const note = (of: string, state: LabelState) =>
    setSaid((before) => new Map(before).set(of, state));
  const label = useMutation({
    mutationFn: (of: string) => setLabel(project, of, ANSWER_IS_RIGHT),
    onSuccess: ({ labelState }, of) => {
      note(of, labelState);
      setQuestion(null);
      return refreshLabels(client, project, of);
    },
  });
  const look = useMutation({
    mutationFn: (of: string) =>
      client.fetchInfiniteQuery({ ...labelsQuery(project, of), staleTime: 0 }),
    onSuccess: ({ pages }, of) => {
      const labels = joinedLabels(pages);
      if (labels === undefined) return;
      const own = labels.items.find(
        ({ author, isCurrent, isAdjudication }) => author.isYou && isCurrent && !isAdjudication,
      );
      if (own === undefined) label.mutate(of);
      else if (own.label?.errorType === "JudgeError") note(of, labels.labelState);
      else setQuestion({ case: of, own });
    },
  });
  return {
    said,
    question,
    error: look.error ?? label.error,
    isPending: look.isPending || label.isPending,
    begin: (of: string) => {
      label.reset();
      look.mutate(of);
    },
    replace: ({ case: of }: Question) => label.mutate(of),
    keep: () => setQuestion(null),
  };
}

/** Asks whether to replace the earlier label. Shows why saving failed. */
export function ObjectionQuestion(props: { objection: ReturnType<typeof useObjection> }) {
  const { question, error, isPending, replace, keep } = props.objection;
  const failure = error ? <Failure error={error} what="The label was not saved" /> : null;
  if (question === null) return failure;
  return (
    <Confirm
      title="Replace your label?"
      action="Replace the label"
      busy={isPending}
      onConfirm={() => replace(question)}
      onClose={keep}
    >
      <p>
        You labelled this case before, as shown below. If you continue, a new label replaces your
        label. The new label has the error type Judge and says that the answer was right.
      </p>
      <LabelLine row={question.own} />
      {failure}
    </Confirm>
  );
}
