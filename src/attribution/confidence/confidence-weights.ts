/** `npm run fit -- --write` made this file. The command prints the data sets that it used. */
export const WEIGHTS = {
  loss: {
    none: 1.79,
    evidenceDoubt: -2.18,
    clearBreak: 0.73,
    memoryParaphrases: -1.18,
    detailIsAnswer: 0.52,
    memoryGivesOther: 0.54,
    neighboursKept: -1.13,
    contextNearlyStates: -1.2,
    unitGivesLess: -0.57,
    contextStatesLess: -1.43,
    answerQuotesContext: -1.49,
    messagesGive: 1.65,
    stagesContradict: -1.96,
    unreadableLoss: -1.09,
    saysNothing: -0.1,
    otherSteps: -1.35,
  },
  judge: {
    none: 4.03,
  },
  annotation: {
    none: 3.44,
    evidenceFound: -1.56,
    unreadableAnswer: -1.07,
    fewMessages: -2.1,
  },
  invented: {
    none: 1.46,
  },
};
