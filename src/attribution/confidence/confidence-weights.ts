/** Written by `npm run fit -- --write`, which prints the data sets that it used. */
export const WEIGHTS = {
  loss: {
    none: 0.25,
    evidenceDoubt: -2.31,
    stableIfParaphrased: 1.68,
    clearBreak: 0.78,
    memoryParaphrases: -0.82,
    neighboursKept: -1.11,
    contextNearlyStates: -1.36,
    unitGivesLess: -0.89,
    contextStatesLess: -1.58,
    answerQuotesContext: -1.62,
    messagesGive: 1.71,
    stagesContradict: -1.74,
    unreadableLoss: -0.81,
    saysNothing: -0.31,
    otherSteps: -1.7,
  },
  judge: {
    none: 4.01,
  },
  annotation: {
    none: 3.4,
    evidenceFound: -1.37,
    unreadableAnswer: -1.78,
  },
  invented: {
    none: 1.46,
  },
};
