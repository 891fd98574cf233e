/**
 * Types of the part of @xmldom/xmldom that we use. `paths` in tsconfig.base.json selects this file
 * instead of the package's own types. The package's types would also make the browser's types known
 * in the code of the Worker.
 */

export interface XmlNode {
  readonly nodeType: number;
  readonly firstChild: XmlNode | null;
  readonly nextSibling: XmlNode | null;
  readonly parentNode: XmlNode | null;
  readonly textContent: string | null;
}

export interface XmlElement extends XmlNode {
  readonly namespaceURI: string | null;
  readonly localName: string;
  hasAttribute(name: string): boolean;
  getAttribute(name: string): string | null;
}

interface ErrorHandler {
  readonly warning: () => void;
  readonly error: () => void;
  readonly fatalError: () => void;
}

export class DOMParser {
  constructor(options: { readonly errorHandler: ErrorHandler });
  parseFromString(
    text: string,
    type: "text/xml",
  ): { readonly documentElement: XmlElement | null } | undefined;
}
