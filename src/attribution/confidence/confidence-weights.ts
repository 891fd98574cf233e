/** `npm run fit` generates these weights, and prints the data set that it used. */
export const WEIGHTS = {
  loss: {
    none: 0.17,
    evidenceDoubt: -2.3,
    stableIfParaphrased: 1.73,
    clearBreak: 0.84,
    memoryParaphrases: -0.87,
    neighboursKept: -0.91,
    contextNearlyStates: -1.3,
    unitGivesLess: -0.95,
    contextStatesLess: -1.55,
    answerQuotesContext: -1.84,
    messagesGive: 1.75,
    stagesContradict: -1.69,
    unreadableLoss: -0.83,
    saysNothing: -0.35,
    otherSteps: -1.71,
  },
  judge: {
    none: 2.97,
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
