/** Written by `npm run fit`, which says on which data. */
export const WEIGHTS = {
  loss: {
    none: 0.8,
    paraphrasedEvidence: -2.32,
    evidenceDoubt: -2.65,
    stableIfParaphrased: 1.32,
    clearBreak: 1.61,
    memoryParaphrases: -1.89,
    statementLeft: 1.37,
    neighboursKept: -2.13,
    contextNearlyStates: -1.2,
    unitStatesLess: -1.09,
    contextStatesLess: -1.6,
    answerQuotesContext: -1.57,
    contextStatesAnswer: -1.56,
  },
  judge: {
    none: 3.13,
    paraphrasedEvidence: -2.31,
  },
  annotation: {
    none: 2.22,
    evidenceFound: -2.25,
    evidenceTopic: 0.64,
  },
  invented: {
    none: -0.29,
  },
};
