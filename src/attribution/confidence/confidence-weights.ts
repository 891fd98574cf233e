/** Written by `npm run fit`, which says on which data. */
export const WEIGHTS = {
  loss: {
    none: 1.34,
    paraphrasedEvidence: -1.34,
    evidenceDoubt: -2.52,
    stableIfParaphrased: 1.18,
    clearBreak: 1.32,
    memoryParaphrases: -1.68,
    statementLeft: 0.47,
    neighboursKept: -1.32,
    contextNearlyStates: -1.69,
    contextGives: 0.45,
    contextGivesLess: -1.53,
    unitGivesLess: -1.61,
    unitStatesLess: -0.26,
    contextStatesLess: -1.32,
    answerQuotesContext: -1.16,
    contextStatesAnswer: -1.96,
  },
  judge: {
    none: 3.34,
  },
  annotation: {
    none: 2.74,
    evidenceFound: -2.11,
    evidenceTopic: 1.35,
  },
  invented: {
    none: 1.1,
  },
};
