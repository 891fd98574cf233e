/** Written by `npm run fit`, which says on which data. */
export const WEIGHTS = {
  loss: {
    none: 1.07,
    paraphrasedEvidence: -2.19,
    evidenceDoubt: -2.57,
    stableIfParaphrased: 1.29,
    clearBreak: 1.34,
    memoryParaphrases: -1.84,
    statementLeft: 1.29,
    neighboursKept: -2.14,
    contextNearlyStates: -1.29,
    unitStatesLess: -1.22,
    contextStatesLess: -1.58,
    answerQuotesContext: -1.41,
    contextStatesAnswer: -1.97,
  },
  judge: {
    none: 3.44,
    answerDoubt: 0,
  },
  annotation: {
    none: 2.23,
    evidenceFound: -2.25,
    evidenceTopic: 0.6,
  },
  invented: {
    none: -0.18,
  },
};
