/** `npm run fit -- --write` made this file. The command prints the data sets that it used. */
export const WEIGHTS = {
  loss: {
    none: 0.24,
    evidenceDoubt: -2.32,
    stableIfParaphrased: 1.69,
    clearBreak: 0.79,
    memoryParaphrases: -0.82,
    neighboursKept: -1.03,
    contextNearlyStates: -1.38,
    unitGivesLess: -0.9,
    contextStatesLess: -1.58,
    answerQuotesContext: -1.62,
    messagesGive: 1.71,
    stagesContradict: -1.74,
    unreadableLoss: -0.75,
    saysNothing: -0.31,
    otherSteps: -1.74,
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
