/** What every verdict says, whatever it comes to. */
import type { Attribution } from "../../protocol/api/attribution.ts";
import type { About } from "../flow/trace-context.ts";
import { notesOf } from "./notes.ts";

/** `followed` tells whether a detail was followed through the graph for the verdict. */
export function commonPart(
  about: About,
  followed: boolean,
): Pick<Attribution, "method" | "details" | "suspects" | "evidence" | "evidenceFound" | "notes"> {
  return {
    method: "flow",
    details: about.needs.needs.map(({ text, from }) => ({ text, from })),
    suspects: [],
    evidence: about.evidence.map((v) => v.id),
    evidenceFound: about.evidenceFound,
    notes: notesOf(about, followed),
  };
}
