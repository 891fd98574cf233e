/** `npm run fit -- --write` made this file. The command prints the data sets that it used. */
export const WEIGHTS = {
  loss: {
    none: 1.86,
    evidenceDoubt: -2.12,
    clearBreak: 0.61,
    memoryParaphrases: -1.15,
    detailIsAnswer: 0.5,
    memoryGivesOther: 0.58,
    neighboursKept: -1.09,
    contextNearlyStates: -1.26,
    unitGivesLess: -0.74,
    contextStatesLess: -1.48,
    answerQuotesContext: -1.56,
    messagesGive: 1.73,
    stagesContradict: -2.17,
    unreadableLoss: -1.09,
    saysNothing: -0.05,
    otherSteps: -1.41,
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
