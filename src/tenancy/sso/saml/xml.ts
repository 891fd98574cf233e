/** Reads XML. Refuses document types, comments, processing instructions and custom entities. */
import { DOMParser, type XmlElement, type XmlNode } from "@xmldom/xmldom";

export const NAMESPACES = {
  protocol: "urn:oasis:names:tc:SAML:2.0:protocol",
  assertion: "urn:oasis:names:tc:SAML:2.0:assertion",
  metadata: "urn:oasis:names:tc:SAML:2.0:metadata",
  signature: "http://www.w3.org/2000/09/xmldsig#",
} as const;
export type Namespace = keyof typeof NAMESPACES;

/** The text is not XML, or contains a forbidden construct. People see the message. */
export class XmlFault extends Error {}

/** @throws XmlFault */
export function parseXml(text: string): XmlElement {
  // Refuse document types, comments and instructions. Parsers differ in how they read these, and
  // attacks on signatures make use of that.
  if (/<!|<\?(?!xml\s)/i.test(text)) {
    throw new XmlFault("The XML holds a document type, a comment or an instruction.");
  }
  if (/&(?!(?:lt|gt|amp|quot|apos|#\d+|#x[\da-f]+);)/i.test(text)) {
    throw new XmlFault("The XML holds an unknown entity.");
  }
  const fail = () => {
    throw new XmlFault("The XML is malformed.");
  };
  const errorHandler = { warning: fail, error: fail, fatalError: fail };
  const document = new DOMParser({ errorHandler }).parseFromString(text, "text/xml");
  return document?.documentElement ?? fail();
}

export const isNamed = (element: XmlElement, namespace: Namespace, name: string): boolean =>
  element.namespaceURI === NAMESPACES[namespace] && element.localName === name;

export function childrenOf(parent: XmlElement, namespace: Namespace, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  for (let child = parent.firstChild; child !== null; child = child.nextSibling) {
    if (isElement(child) && isNamed(child, namespace, name)) found.push(child);
  }
  return found;
}

/** @throws XmlFault if there is no such child, or more than one */
export function onlyChild(parent: XmlElement, namespace: Namespace, name: string): XmlElement {
  const [found, another] = childrenOf(parent, namespace, name);
  if (found === undefined) throw new XmlFault(`${parent.localName} holds no ${name}.`);
  if (another !== undefined) throw new XmlFault(`${parent.localName} holds more than one ${name}.`);
  return found;
}

/** @throws XmlFault if there are several such children */
export function optionalChild(parent: XmlElement, namespace: Namespace, name: string) {
  return childrenOf(parent, namespace, name).length === 0
    ? undefined
    : onlyChild(parent, namespace, name);
}

/** Yields the element itself, then all elements inside it. */
export function* elementsIn(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (let child = element.firstChild; child !== null; child = child.nextSibling) {
    if (isElement(child)) yield* elementsIn(child);
  }
}

export function attribute(element: XmlElement, name: string): string | undefined {
  return element.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined;
}

/** @throws XmlFault if the element contains other elements */
export function textOf(element: XmlElement): string {
  for (let child = element.firstChild; child !== null; child = child.nextSibling) {
    if (isElement(child)) throw new XmlFault(`${element.localName} holds elements, not a text.`);
  }
  return (element.textContent ?? "").trim();
}

const ELEMENT = 1;
const isElement = (node: XmlNode): node is XmlElement => node.nodeType === ELEMENT;

export function escapeXml(text: string): string {
  const names: Readonly<Record<string, string>> = {
    ...{ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" },
  };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character);
}
