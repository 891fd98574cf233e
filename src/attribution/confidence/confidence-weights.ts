/** `npm run fit -- --write` made this file. The command prints the data sets that it used. */
export const WEIGHTS = {
  loss: {
    none: 1.67,
    evidenceDoubt: -2.19,
    clearBreak: 0.9,
    memoryParaphrases: -1.09,
    detailIsAnswer: 0.34,
    memoryGivesOther: 0.45,
    neighboursKept: -1.08,
    contextNearlyStates: -1.31,
    unitGivesLess: -0.69,
    contextStatesLess: -1.36,
    answerQuotesContext: -1.66,
    messagesGive: 1.71,
    stagesContradict: -1.88,
    unreadableLoss: -0.96,
    saysNothing: -0.18,
    otherSteps: -1.55,
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
