import type { SsoProblem } from "../../protocol/people/sso.ts";
import { failure } from "../../protocol/result.ts";

/** Why a sign-in through a provider was refused. `detail` is for the organization's admins. */
export interface Refused {
  readonly problem: SsoProblem;
  readonly detail: string;
}

const MAX_DETAIL_CHARS = 500;

export const refused = (problem: SsoProblem, detail: string) =>
  failure<Refused>({ problem, detail: detail.slice(0, MAX_DETAIL_CHARS) });
