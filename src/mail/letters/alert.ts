import { chosenName, layOut } from "../layout.ts";
import type { LetterText } from "../letter.ts";

export interface AlertText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly url: string;
  /** URL of the page that unsubscribes the reader. */
  readonly unsubscribe: string;
}

/** The paragraphs quote traces. `chosenName` prevents that addresses in them become links. */
export const alertLetter = ({ subject, paragraphs, url, unsubscribe }: AlertText): LetterText =>
  layOut({
    ...{ subject, paragraphs: paragraphs.map(chosenName) },
    button: { label: "Open in MemTrace", url },
    closing:
      "You get this letter because an e-mail channel of a MemTrace project names your address. The project's admins can change it.",
    closingLink: { label: "Stop these letters", url: unsubscribe },
  });
