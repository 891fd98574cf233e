/** How sure it is that the memory is not at fault: by general signs, as for losses (confidence.ts). */

import { isNegated, saysUnknown } from "../../text/polarity.ts";
import { contentStems } from "../../text/words.ts";
import type { About } from "../flow/trace-context.ts";
import { coverage } from "../needs/expected-answer.ts";
import { topicShare } from "../needs/needs.ts";
import type { AnnotationFault } from "../outside/non-memory-errors.ts";
import { framingOf } from "../roles/answer-boilerplate.ts";

/** What speaks for and against a wrong judgement. */
function judgeSigns({ graph, failed, roles, needs }: About) {
  const wanted = contentStems(failed.expected.join(" "));
  const framing = framingOf(graph, roles);
  const known = new Set([...wanted, ...contentStems(failed.query), ...framing]);
  const given = contentStems(failed.prediction);
  const beyond = given.filter((stem) => !known.has(stem));
  const order = given.filter((stem) => wanted.includes(stem));
  return {
    /** Share of the answer's words that neither question nor expected answer brings. */
    beyond: beyond.length / Math.max(1, given.length),
    /** It says more than twice as much as was expected. */
    long: beyond.length > wanted.length ? 1 : 0,
    /** The expected words stand in another order. */
    exchanged: order.length > 1 && order.join(" ") !== wanted.join(" ") ? 1 : 0,
    /** The answer is yes, no or that it is not known. */
    bare: wanted.length === 0 ? 1 : 0,
    /** The evidence does not state it. */
    unfounded: needs.paraphrased ? 1 : 0,
  };
}

/** What speaks for and against a wrong annotation. */
function annotationSigns(about: About, fault: AnnotationFault) {
  const { failed, evidence, reading, needs } = about;
  const queryStems = [...new Set(contentStems(failed.query))];
  const topic = queryStems.filter((stem) => !reading.speakers.has(stem));
  const share = (stems: readonly string[], message: (typeof evidence)[number]) => {
    const { content } = reading.message(message);
    return coverage(stems, new Set(contentStems(content)), reading.rarity);
  };
  const most = (shares: readonly number[]) => shares.reduce((a, b) => Math.max(a, b), 0);
  const spoken = most(evidence.map((message) => share(topic, message)));
  const rival = most(
    about.roles.messages
      .filter((message) => !evidence.includes(message))
      .map((message) => topicShare(message, { queryStems: topic, reading })),
  );
  return {
    ofAnswer: fault === "expected-answer" ? 1 : 0,
    spoken,
    rival,
    stated: most(
      evidence.map((message) => share(contentStems(failed.expected.join(" ")), message)),
    ),
    several: evidence.length > 1 ? 1 : 0,
    polar: needs.needs[0]?.negated === undefined ? 0 : 1,
    unknown: saysUnknown(failed.prediction) ? 1 : 0,
    denied: isNegated(failed.prediction) ? 1 : 0,
  };
}

type JudgeSigns = ReturnType<typeof judgeSigns>;
type AnnotationSigns = ReturnType<typeof annotationSigns>;

const JUDGE: Readonly<Record<keyof JudgeSigns | "none", number>> = {
  none: 3.7,
  beyond: -1.2,
  long: -1,
  exchanged: -2.1,
  bare: 0.5,
  unfounded: 1.6,
};
const ANNOTATION: Readonly<Record<keyof AnnotationSigns | "none", number>> = {
  none: 4.7,
  ofAnswer: 1.6,
  spoken: 1,
  rival: 3.3,
  stated: 0.1,
  several: 0,
  polar: -3.9,
  unknown: -1.2,
  denied: -0.3,
};

export function judgeConfidence(about: About): number {
  return weighed(judgeSigns(about), JUDGE);
}

export function annotationConfidence(about: About, fault: AnnotationFault): number {
  return weighed(annotationSigns(about, fault), ANNOTATION);
}

function weighed<K extends string>(
  signs: Readonly<Record<K, number>>,
  weights: Readonly<Record<NoInfer<K> | "none", number>>,
): number {
  const names = Object.keys(signs) as K[];
  const sum = names.reduce((total, name) => total + weights[name] * signs[name], weights.none);
  return Math.round(100 / (1 + Math.exp(-sum))) / 100;
}
