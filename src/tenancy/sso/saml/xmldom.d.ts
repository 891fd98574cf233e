/**
 * Types of the part of @xmldom/xmldom that we use. The package's own types would add the browser's
 * types to the Worker. `paths` in tsconfig.base.json selects this file instead.
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
