/** `npm run fit -- --write` made this file. The command prints the data sets that it used. */
export const WEIGHTS = {
  loss: {
    none: 0.05,
    evidenceDoubt: -2.31,
    clearBreak: 0.99,
    memoryParaphrases: -0.83,
    detailIsAnswer: 0.3,
    memoryGivesOther: 0.5,
    neighboursKept: -1.12,
    contextNearlyStates: -1.3,
    unitGivesLess: -0.74,
    contextStatesLess: -1.38,
    answerQuotesContext: -1.74,
    messagesGive: 1.69,
    stagesContradict: -1.71,
    unreadableLoss: -0.8,
    saysNothing: -0.28,
    otherSteps: -1.59,
  },
  judge: {
    none: 4.01,
  },
  annotation: {
    none: 3.41,
    evidenceFound: -1.17,
    unreadableAnswer: -1.2,
  },
  invented: {
    none: 1.46,
  },
};
