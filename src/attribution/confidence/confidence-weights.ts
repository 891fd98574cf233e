/** The command `npm run fit` generates these weights, and prints which data set it used. */
export const WEIGHTS = {
  loss: {
    none: -0.03,
    evidenceDoubt: -2.26,
    stableIfParaphrased: 1.71,
    clearBreak: 1.02,
    memoryParaphrases: -0.85,
    neighboursKept: -0.95,
    contextNearlyStates: -1.36,
    unitGivesLess: -0.89,
    contextStatesLess: -1.37,
    answerQuotesContext: -1.91,
    messagesGive: 1.75,
    stagesContradict: -1.66,
    unreadableLoss: -0.82,
    saysNothing: -0.35,
    otherSteps: -1.67,
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
    none: 0.96,
  },
};
