/** `npm run fit -- --write` made this file. The command prints the data sets that it used. */
export const WEIGHTS = {
  loss: {
    none: 1.72,
    evidenceDoubt: -2.14,
    clearBreak: 0.75,
    memoryParaphrases: -1.17,
    detailIsAnswer: 0.51,
    memoryGivesOther: 0.55,
    neighboursKept: -1.08,
    contextNearlyStates: -1.25,
    unitGivesLess: -0.69,
    contextStatesLess: -1.39,
    answerQuotesContext: -1.53,
    messagesGive: 1.71,
    stagesContradict: -1.96,
    unreadableLoss: -1.08,
    saysNothing: -0.1,
    otherSteps: -1.38,
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
