import { chosenName, layOut } from "../layout.ts";
import type { LetterText } from "../letter.ts";

export interface AlertText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly url: string;
  /** URL of the page that unsubscribes the reader. */
  readonly unsubscribe: string;
}

/**
 * The paragraphs can contain quotes from traces. `chosenName` changes web addresses in them, so
 * that mail programs do not show these addresses as links.
 */
export const alertLetter = ({ subject, paragraphs, url, unsubscribe }: AlertText): LetterText =>
  layOut({
    ...{ subject, paragraphs: paragraphs.map(chosenName) },
    button: { label: "Open in MemTrace", url },
    closing:
      "You get this letter because an e-mail channel of a MemTrace project names your address. The project's admins can change it.",
    closingLink: { label: "Stop these letters", url: unsubscribe },
  });
