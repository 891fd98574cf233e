/** `npm run fit -- --write` made this file. The command prints the data sets that it used. */
export const WEIGHTS = {
  loss: {
    none: 1.79,
    evidenceDoubt: -2.12,
    clearBreak: 0.67,
    memoryParaphrases: -1.21,
    detailIsAnswer: 0.51,
    memoryGivesOther: 0.58,
    neighboursKept: -1.09,
    contextNearlyStates: -1.26,
    unitGivesLess: -0.68,
    contextStatesLess: -1.45,
    answerQuotesContext: -1.58,
    messagesGive: 1.75,
    stagesContradict: -1.97,
    unreadableLoss: -1.05,
    saysNothing: -0.06,
    otherSteps: -1.39,
  },
  judge: {
    none: 4.01,
  },
  annotation: {
    none: 3.44,
    evidenceFound: -1.52,
    unreadableAnswer: -1.09,
    fewMessages: -2.03,
  },
  invented: {
    none: 1.46,
  },
};
