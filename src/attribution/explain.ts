/** Puts a verdict into words: reason, chain, lost words, suspects, confidence, notes. */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { Variable } from "../graph/model.ts";
import type { Attribution, FailedCase } from "../protocol/attribution.ts";
import type { Finding, Tracing } from "./finding.ts";
import type { Needs } from "./needs.ts";
import type { AnnotationFault } from "./outside-errors.ts";
import type { Reading } from "./reading.ts";
import type { Roles } from "./roles.ts";

export interface About {
  readonly graph: EvolutionGraph;
  readonly failed: FailedCase;
  readonly roles: Roles;
  readonly evidence: readonly Variable[];
  readonly evidenceFound: boolean;
  readonly needs: Needs;
  readonly reading: Reading;
  readonly outside?: AnnotationFault | "judge";
  readonly tracing?: Tracing;
  readonly findings?: readonly Finding[];
  readonly others?: readonly (readonly Finding[])[];
}

export function explain(about: About): Attribution {
  const { outside, findings, roles } = about;
  const finding = findings?.[0];
  const op =
    outside === "judge" ? (roles.judgeOp?.id ?? null) : outside ? null : (finding?.op ?? null);
  return {
    errorType:
      outside === "judge"
        ? "JudgeError"
        : outside
          ? "AnnotationError"
          : (finding?.errorType ?? "ResponseError"),
    op,
    opName: op === null ? null : (about.graph.operations.get(op)?.name ?? null),
    link: finding?.link ?? null,
    reason: "",
    confidence: 0.5,
    method: "flow",
    details: [],
    lost: [],
    chain: [],
    suspects: [],
    evidence: about.evidence.map((v) => v.id),
    evidenceFound: about.evidenceFound,
    notes: [],
  };
}
