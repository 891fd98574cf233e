import { compareExperiments as declaration } from "../../../protocol/routes/experiments.ts";
import { comparePaired, comparisonSentence } from "../../../statistics/mcnemar.ts";
import { operation, router } from "../../route.ts";
import { existing } from "./known-experiment.ts";

const MAX_CHANGED = 100;

export const compareExperiments = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const { experiment, against } = c.req.valid("param");
  await Promise.all([experiment, against].map((id) => existing(project, id)));
  const { gainedItems, lostItems, ...counts } = await project.experiments.pairs(
    experiment,
    against,
    MAX_CHANGED,
  );
  const { bothRight, bothWrong, gained, lost } = counts;
  const compared = comparePaired(counts);
  const answer = {
    ...{ experiment, against, judgedInBoth: bothRight + bothWrong + gained + lost },
    right: { before: bothRight + lost, now: bothRight + gained },
    ...{ gained, lost, ...compared, sentence: comparisonSentence(counts, compared) },
    ...{ gainedItems, lostItems },
  };
  return c.json(answer, 200);
});
