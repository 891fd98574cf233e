/**
 * Whether a step passed a detail on. What it wrote is compared with the words of the variable that
 * it read, which need not be the message's any more, and is held to how steps of its kind treat
 * words: a step that copies has lost what it puts otherwise, one that rewrites may have put it so.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Variable } from "../../graph/model.ts";
import type { Sentence } from "../../text/sentences.ts";
import { spreadOver, stepsLike } from "../flow/usual-overlap.ts";
import type { Need } from "../needs/need.ts";
import { type CarryParts, lexicalCarry, lexicalStatement, shownText } from "./carry.ts";
import { JUDGED_SHARE } from "./carry-answers.ts";
import { CARRIED, type View } from "./match-profiles.ts";
import { FALSIFIED } from "./paraphrase-rate.ts";
import { isExchanged } from "./role-swap.ts";
import { wordingIn } from "./wording.ts";

interface Handed {
  readonly op: string;
  readonly from: string;
  readonly to: string;
}

/** How a variable states a need: in which words, and where. */
export interface Carried {
  readonly wording: Need;
  /** The sentences that state it; none where they are not known. */
  readonly sentences: readonly Sentence[];
}

/** How the target states what the variable that was read carried; undefined where it does not. */
export type HandOver = (
  need: Need,
  carried: Carried,
  step: Handed,
  target: Variable,
) => Carried | undefined;

export function handOverBy(view: View, parts: CarryParts, graph: EvolutionGraph): HandOver {
  const spoken = lexicalCarry(view, parts);
  const plain = { kept: parts.fidelity.kept, standsFor: 0 };
  const said = lexicalStatement(view, parts, plain);
  const exactly = lexicalStatement({ ...view, likeness: 1 }, parts, plain);
  const statements = new Map<string, StatementTest>();
  const statementOf = (step: Handed) => {
    const { kind, manner } = mannerOf(step, parts, graph);
    const { standsFor = manner.standsFor } = view;
    const known = statements.get(kind) ?? lexicalStatement(view, parts, { ...manner, standsFor });
    statements.set(kind, known);
    return known;
  };
  return (need, { wording, sentences }, step, target) => {
    const written = parts.sentences(target);
    const answer = parts.judged?.(shownText(target, parts), need);
    if (answer !== undefined && JUDGED_SHARE[answer] < CARRIED) return undefined;
    const rewordedAs = () => wordingIn(written, wording, parts);
    if (answer !== undefined) return { wording: rewordedAs(), sentences: [] };
    // What stands there unchanged is still said.
    const present = sentences.length > 0 ? presentIn(written) : undefined;
    if (present && sentences.every((sentence) => present.has(sentence)))
      return { wording, sentences };
    const found = () => {
      if (spoken(target, need) >= CARRIED) return said(target, need, written);
      const statement = statementOf(step);
      const whole = statement(target, wording, written);
      if (whole.share >= CARRIED) return whole;
      const added = addedTo(target, parts, graph);
      const part = added && statement(target, wording, added);
      if (part !== undefined && part.share >= CARRIED) return part;
      const onlyThis = broughtBy(step, target, { wording, sentences }, exactly, parts, graph);
      return onlyThis !== undefined && onlyThis.share >= CARRIED ? onlyThis : undefined;
    };
    const statement = found();
    return statement && { wording: rewordedAs(), sentences: statement.sentences };
  };
}

const bareNeeds = new WeakMap<Need, Need>();

/** The detail itself, without the statement by which it is recognised. */
function bare(need: Need): Need {
  const known = bareNeeds.get(need) ?? { ...need, around: [], order: [] };
  bareNeeds.set(need, known);
  return known;
}

type StatementTest = ReturnType<typeof lexicalStatement>;

/**
 * The detail in what the step wrote, whatever is said around it, if it can have come from nowhere
 * else: nothing else that the step read has its words, nor has another sentence of what was read.
 */
function broughtBy(
  { op, from }: Handed,
  target: Variable,
  { wording, sentences }: Carried,
  exactly: StatementTest,
  parts: CarryParts,
  graph: EvolutionGraph,
): ReturnType<StatementTest> | undefined {
  const source = graph.variables.get(from);
  if (source === undefined) return undefined;
  const detail = bare(wording);
  if (detail.core.length === 0 && detail.days === undefined) return undefined;
  const states = (variable: Variable, some: readonly Sentence[]) =>
    exactly(variable, detail, some).share >= CARRIED;
  const stays = source.fullName === target.fullName;
  const written = (stays ? undefined : addedTo(target, parts, graph)) ?? parts.sentences(target);
  const found = exactly(target, detail, written);
  if (found.share < CARRIED || written.some((each) => isExchanged(wording, each))) return undefined;
  const beside = parts.sentences(source).filter((sentence) => !sentences.includes(sentence));
  if (sentences.length > 0 && states(source, beside)) return undefined;
  const others = graph.linksTo(target.id).flatMap((link) => {
    const other = link.op === op && link.from !== from ? graph.variables.get(link.from) : undefined;
    return other ?? [];
  });
  return others.some((other) => states(other, parts.sentences(other))) ? undefined : found;
}

const sentenceSets = new WeakMap<readonly Sentence[], ReadonlySet<Sentence>>();

function presentIn(sentences: readonly Sentence[]): ReadonlySet<Sentence> {
  const known = sentenceSets.get(sentences) ?? new Set(sentences);
  sentenceSets.set(sentences, known);
  return known;
}

const additions = new WeakMap<CarryParts["sentences"], Map<string, readonly Sentence[]>>();

/** What the version says that the one before did not; undefined where there was none before. */
function addedTo(
  target: Variable,
  { sentences }: CarryParts,
  graph: EvolutionGraph,
): readonly Sentence[] | undefined {
  if (target.version < 2) return undefined;
  const known = additions.get(sentences) ?? new Map<string, readonly Sentence[]>();
  additions.set(sentences, known);
  const found = known.get(target.id);
  if (found !== undefined) return found;
  const before = graph.versionsOf(target.fullName).findLast((v) => v.version < target.version);
  const old = new Set(before === undefined ? [] : sentences(before));
  const added = sentences(target).filter((sentence) => !old.has(sentence));
  known.set(target.id, added);
  return added;
}

export interface Manner {
  readonly kept: number;
  readonly standsFor: number;
}

/** How steps of one kind treat the words that they pass on, by kind. */
const manners = new WeakMap<CarryParts["reading"], Map<string, Manner>>();

const MAX_STEPS = 6;
const MAX_SENTENCES = 8;
/** Fewer compared sentences say nothing of the kind. */
const MIN_COMPARED = 3;

/** How steps of the step's kind treat the words that they pass on. */
export function mannerOf(
  step: Handed,
  parts: CarryParts,
  graph: EvolutionGraph,
): { kind: string; manner: Manner } {
  const { kind, links } = stepsLike(graph, step);
  const known = manners.get(parts.reading) ?? new Map<string, Manner>();
  manners.set(parts.reading, known);
  const found = known.get(kind);
  if (found !== undefined) return { kind, manner: found };
  const manner = learn(spreadOver(links, MAX_STEPS), parts, graph) ?? parts.fidelity;
  known.set(kind, manner);
  return { kind, manner };
}

/** Compares the sentences of what the steps read with those of what they wrote. */
function learn(
  steps: readonly Handed[],
  parts: CarryParts,
  graph: EvolutionGraph,
): Manner | undefined {
  const shares: number[] = [];
  let [same, fresh] = [0, 0];
  for (const step of steps) {
    const [source, target] = [graph.variables.get(step.from), graph.variables.get(step.to)];
    if (source === undefined || target === undefined) continue;
    const read = parts.sentences(source);
    const wrote = parts.sentences(target);
    const longer = read.filter(
      // Figures and dates are copied whatever is done to words.
      ({ stems }) => stems.filter((stem) => !/\d/.test(stem)).length >= MIN_STEMS,
    );
    for (const sentence of spreadOver(longer, MAX_SENTENCES)) {
      const compared = compare(sentence, wrote, parts);
      if (compared === undefined) continue;
      shares.push(compared.kept);
      same += compared.same;
      fresh += compared.fresh;
    }
  }
  if (shares.length < MIN_COMPARED) return undefined;
  shares.sort((a, b) => a - b);
  const rate = fresh / Math.max(1, same + fresh);
  return {
    kept: shares[Math.floor(shares.length / 2)] ?? 1,
    standsFor: rate / (rate + FALSIFIED),
  };
}

/** Sentences with fewer content words say too little to be recognised. */
const MIN_STEMS = 4;
/** A sentence whose best match shares less was not passed on at all. */
const PASSED_ON = 0.4;

function compare(
  sentence: Sentence,
  wrote: readonly Sentence[],
  { reading }: CarryParts,
): { kept: number; same: number; fresh: number } | undefined {
  const wanted = new Set(sentence.stems);
  let best: { share: number; sentence: Sentence } | undefined;
  for (const other of wrote) {
    if (other === sentence) return { kept: 1, same: wanted.size, fresh: 0 };
    const share = new Set(other.stems.filter((stem) => wanted.has(stem))).size / wanted.size;
    if (share >= PASSED_ON && share > (best?.share ?? 0)) best = { share, sentence: other };
  }
  if (best === undefined) return undefined;
  const fresh = best.sentence.stems.filter(
    (stem) => !wanted.has(stem) && !/\d/.test(stem) && !reading.isSpoken(stem),
  );
  return { kept: best.share, same: Math.round(best.share * wanted.size), fresh: fresh.length };
}
