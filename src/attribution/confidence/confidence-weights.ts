/** `npm run fit -- --write` made this file. The command prints the data sets that it used. */
export const WEIGHTS = {
  loss: {
    none: 1.66,
    evidenceDoubt: -2.14,
    clearBreak: 0.87,
    memoryParaphrases: -1.27,
    detailIsAnswer: 0.47,
    memoryGivesOther: 0.51,
    neighboursKept: -1.02,
    contextNearlyStates: -1.27,
    unitGivesLess: -0.69,
    contextStatesLess: -1.38,
    answerQuotesContext: -1.61,
    messagesGive: 1.68,
    stagesContradict: -1.82,
    unreadableLoss: -0.89,
    saysNothing: -0.13,
    otherSteps: -1.5,
  },
  judge: {
    none: 4.01,
  },
  annotation: {
    none: 3.51,
    evidenceFound: -0.97,
    unreadableAnswer: -1.28,
  },
  invented: {
    none: 1.46,
  },
};
