/** Options that select cases, for all commands that list or report cases. */
import { oneOf } from "../local/command-line.ts";
import type { AgreementFilter } from "../protocol/api/annotation/labels.ts";
import type { CaseFilter, CaseState } from "../protocol/api/api.ts";
import type { ReplayOutcome } from "../protocol/api/replays.ts";
import { ALL_SUB_KINDS, ERROR_TYPES, OUTCOMES } from "../protocol/error-types.ts";
import { checkTime, countOf } from "./command.ts";

const STATES = ["queued", "running", "done", "failed"] satisfies CaseState[];

const PROOFS = ["proved", "refuted", "inconclusive"] satisfies ReplayOutcome[];

const AGREEMENTS = ["agrees", "differs", "disputed"] satisfies AgreementFilter[];

const text = { type: "string" } as const;

export const CASE_FILTER_OPTIONS = {
  ...{ outcome: text, type: text, "sub-kind": text, operation: text, system: text, state: text },
  ...{ proof: text, labelled: text, agreement: text, author: text, search: text },
  ...{ finding: text, shift: text, dataset: text, experiment: text, prompt: text },
  ...{ from: text, to: text },
} as const;

export const CASE_FILTER_HELP = `  --type TYPE        only cases of this error type: ${ERROR_TYPES.slice(0, 3).join(", ")},
                     ${ERROR_TYPES.slice(3).join(", ")}
  --sub-kind KIND    only cases whose error has this sub-kind, such as "ranked out"
  --outcome OUTCOME  only cases with this outcome: ${OUTCOMES.join(" or ")}
  --operation NAME   only cases with a decisive operation of this name
  --system NAME      only cases of this memory system
  --state STATE      only cases in this state: queued, running, done or failed
  --proof OUTCOME    only cases with this replay outcome: ${PROOFS.join(", ")}
  --labelled BOOL    true: only cases with a label; false: only cases without a label
  --agreement WHAT   only cases whose label agrees with the verdict (agrees) or differs from the
                     verdict (differs), or whose labels differ from each other (disputed)
  --author ID        only cases with a label by this author, such as person:u_1
  --finding ID       only cases of this finding
  --shift ID         only cases of this shift of the error mix
  --dataset NAME     only cases of this dataset's items and experiments
  --experiment ID    only cases of this experiment
  --prompt NAME[@V]  only cases whose decisive operation used this prompt, or version V of this
                     prompt
  --search WORDS     only cases with these words in the question, the expected answer or the given
                     answer
  --from, --to TIME  only answers given between these times, in ISO 8601, such as
                     2026-03-04T00:00:00Z`;

type Given = { readonly [Name in keyof typeof CASE_FILTER_OPTIONS]?: string | undefined };

/** @throws UsageError if the service would refuse an option's value */
export function caseFilterOf(command: string, values: Given): CaseFilter {
  checkTime(command, "--from", values.from);
  checkTime(command, "--to", values.to);
  const { operation, system, search, author, from, to } = values;
  const { finding, shift, dataset, experiment } = values;
  return {
    ...{ system, search, author, from, to, opName: operation },
    ...{ finding, shift, dataset, experiment, ...promptOf(command, values.prompt) },
    errorType: chosen("--type", values.type, ERROR_TYPES),
    subKind: chosen("--sub-kind", values["sub-kind"], ALL_SUB_KINDS),
    outcome: chosen("--outcome", values.outcome, OUTCOMES),
    state: chosen("--state", values.state, STATES),
    proof: chosen("--proof", values.proof, PROOFS),
    labelled: chosen("--labelled", values.labelled, ["true", "false"]),
    agreement: chosen("--agreement", values.agreement, AGREEMENTS),
  };
}

/** A prompt's name can contain `@`. Only a number after the last `@` is a version. */
function promptOf(command: string, given: string | undefined) {
  const [, name, version] = given?.match(/^(.+)@(\d+)$/s) ?? [];
  if (name === undefined || version === undefined) return { prompt: given };
  return { prompt: name, promptVersion: countOf(command, "--prompt", version) };
}

function chosen<T extends string>(option: string, given: string | undefined, all: readonly T[]) {
  return given === undefined ? undefined : oneOf(option, given, all);
}
