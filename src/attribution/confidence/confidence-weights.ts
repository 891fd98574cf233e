/** `npm run fit -- --write` made this file. The command prints the data sets that it used. */
export const WEIGHTS = {
  loss: {
    none: 1.64,
    evidenceDoubt: -2.12,
    clearBreak: 0.88,
    memoryParaphrases: -1.26,
    detailIsAnswer: 0.48,
    memoryGivesOther: 0.51,
    neighboursKept: -1.04,
    contextNearlyStates: -1.26,
    unitGivesLess: -0.68,
    contextStatesLess: -1.34,
    answerQuotesContext: -1.6,
    messagesGive: 1.68,
    stagesContradict: -1.83,
    unreadableLoss: -0.9,
    saysNothing: -0.14,
    otherSteps: -1.49,
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
