/**
 * Checks the claims of the tracer's verdict. The check uses only the graph and not the other
 * results of the tracer, so it can find errors that the tracer made.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { endedBefore } from "../../graph/history/ended-before.ts";
import { executionOrder } from "../../graph/history/execution-order.ts";
import type { Variable } from "../../graph/model.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import type { LossFinding } from "../flow/finding.ts";
import type { Tracing } from "../flow/trace-context.ts";
import type { Need } from "../needs/need.ts";
import type { Roles } from "../roles/roles.ts";
import { type Claim, claimsOf, isLater, unitsReturned } from "./claims.ts";
import { plainTests } from "./plainly-states.ts";

export class Witness {
  readonly #graph: EvolutionGraph;
  readonly #roles: Roles;
  readonly #sentences: Tracing["sentences"];
  readonly #store: readonly Variable[];
  readonly #testOf: ReturnType<typeof plainTests>;

  constructor(
    { graph, roles, sentences, store }: Pick<Tracing, "graph" | "roles" | "sentences" | "store">,
    corpus: MessageCorpus,
  ) {
    this.#graph = graph;
    this.#roles = roles;
    this.#sentences = sentences;
    this.#store = store;
    this.#testOf = plainTests(roles.messages, corpus);
  }

  /** Whether the graph clearly shows that a claim of the verdict is false. */
  contradicts(finding: LossFinding): boolean {
    const { need } = finding;
    if (need === undefined) return false;
    const claims = claimsOf(finding, { graph: this.#graph, roles: this.#roles });
    return claims.some((claim) => this.#isFalse(claim, need));
  }

  /**
   * Returns the units in the memory at the time of the question that state the detail word for
   * word.
   */
  unitsStating(need: Need): Variable[] {
    return [...this.#saying(this.#store, need)];
  }

  /** Whether `unitsStating` finds any unit. */
  isStatedByUnit(need: Need): boolean {
    return this.#firstSaying(this.#store, need) !== undefined;
  }

  /** Returns a text that the answering operation read and that states the detail word for word. */
  contextStating(need: Need): Variable | undefined {
    return this.#firstSaying(this.#roles.context, need);
  }

  *#saying(variables: Iterable<Variable>, need: Need): Generator<Variable, void> {
    const states = this.#testOf(need);
    if (states === undefined) return;
    for (const variable of variables) if (states(this.#sentences(variable))) yield variable;
  }

  #firstSaying(variables: Iterable<Variable>, need: Need): Variable | undefined {
    for (const variable of this.#saying(variables, need)) return variable;
    return undefined;
  }

  #isFalse(claim: Claim, need: Need): boolean {
    const { variables } = this.#graph;
    switch (claim.kind) {
      case "left-out":
        return this.#firstSaying(present(variables.get(claim.in)), need) !== undefined;
      case "never-stored":
        return this.#firstSaying(this.#unitsEver(), need) !== undefined;
      case "not-kept":
        return this.isStatedByUnit(need);
      case "replaced":
        return !isLater(this.#graph, claim.unit, claim.by);
      case "deleted":
        return this.#isKept(claim.unit);
      case "kept":
        return !this.#isKept(claim.unit);
      case "not-returned":
        return unitsReturned({ graph: this.#graph, roles: this.#roles }).has(claim.unit);
      case "not-shown":
        return this.contextStating(need) !== undefined;
      case "may-have-read":
        return present(variables.get(claim.message)).some((message) =>
          endedBefore(this.#graph, claim.op, message),
        );
      case "stored-late":
        return this.#isBefore(claim.op);
      case "linked":
        return !this.#graph.linksFrom(claim.variable).some(({ op }) => op === claim.op);
      case "read":
        return !this.#wasRead(claim.variable);
    }
  }

  #isBefore(op: string): boolean {
    return (executionOrder(this.#graph).get(op) ?? 0) < this.#roles.askedAt;
  }

  #isKept(unit: string): boolean {
    return this.#store.some(({ id }) => id === unit);
  }

  /**
   * Returns the units that existed before the question. A unit that no recorded operation wrote
   * counts too, because it may have been written at any time.
   */
  *#unitsEver(): Generator<Variable, void> {
    for (const variable of this.#graph.variables.values()) {
      if (!this.#roles.isMemory(variable)) continue;
      const links = this.#graph.linksTo(variable);
      if (links.length === 0 || links.some((link) => this.#isBefore(link.op))) yield variable;
    }
  }

  #wasRead(variable: string): boolean {
    const { answerOp, context } = this.#roles;
    if (context.some(({ id }) => id === variable)) return true;
    return this.#graph.linksFrom(variable).some((link) => link.op === answerOp?.id);
  }
}

function present(variable: Variable | undefined): Variable[] {
  return variable === undefined ? [] : [variable];
}
