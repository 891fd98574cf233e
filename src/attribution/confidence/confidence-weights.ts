/** Written by `npm run fit`, which says on which data. */
export const WEIGHTS = {
  loss: {
    none: 2.29,
    paraphrasedEvidence: -1.82,
    evidenceDoubt: -2.32,
    stableIfParaphrased: 0.53,
    clearBreak: 1.17,
    memoryParaphrases: -1.86,
    statementLeft: 0.63,
    neighboursKept: -1.71,
    contextNearlyStates: -1.31,
    contextGives: 0.46,
    contextGivesLess: -1.54,
    unitGivesLess: -1.55,
    unitStatesLess: -1.05,
    contextStatesLess: -1.82,
    answerQuotesContext: -1.19,
    contextStatesAnswer: -2.05,
  },
  judge: {
    none: 3.34,
  },
  annotation: {
    none: 2.46,
    evidenceFound: -1.89,
    evidenceTopic: 1.47,
  },
  invented: {
    none: 0.38,
  },
};
