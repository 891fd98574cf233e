/** Whether the text contains more than white space and punctuation. */
export const saysSomething = (text: string): boolean => /[\p{L}\p{N}\p{S}]/u.test(text);
