/**
 * Returns the signed part of a SAML response. `xml-crypto` checks the signature itself, and this
 * module checks that the signature has the right structure. The returned element is parsed from the
 * bytes that were signed. Everything outside it can be forged.
 */
import type { XmlElement } from "@xmldom/xmldom";
import { SignedXml } from "xml-crypto";
import { pemOf } from "./metadata.ts";
import {
  attribute,
  childrenOf,
  elementsIn,
  isNamed,
  NAMESPACES,
  onlyChild,
  parseXml,
  XmlFault,
} from "./xml.ts";

const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
const ENVELOPED = `${NAMESPACES.signature}enveloped-signature`;
/** SHA-1 and keyed hashes (HMAC) are not allowed. */
const SIGNATURES = [
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
];
const DIGESTS = [
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512",
];

/**
 * Returns the Response or the Assertion, whichever is signed, parsed from the signed bytes. If both
 * are signed, both signatures must be valid, and the Response is returned.
 *
 * @throws XmlFault
 */
export function signedElement(xml: string, certificates: readonly string[]): XmlElement {
  const root = parseXml(xml);
  if (!isNamed(root, "protocol", "Response"))
    throw new XmlFault("The document is not a SAML Response.");
  refuseAmbiguous(root);
  const assertion = onlyChild(root, "assertion", "Assertion");
  const signed = [root, assertion].filter(
    (element) => childrenOf(element, "signature", "Signature").length > 0,
  );
  const [outer] = signed.map((element) => verified(xml, element, certificates));
  if (outer === undefined) throw new XmlFault("Neither the response nor the assertion is signed.");
  return outer;
}

/**
 * Refuses encrypted assertions. Also refuses what occurs only in attacks: a second assertion, a
 * signature in another place, or an id that occurs twice.
 */
function refuseAmbiguous(root: XmlElement): void {
  const ids = new Set<string>();
  let assertions = 0;
  for (const element of elementsIn(root)) {
    if (isNamed(element, "assertion", "EncryptedAssertion")) {
      throw new XmlFault("The assertion is encrypted. Switch its encryption off at the provider.");
    }
    if (isNamed(element, "assertion", "Assertion")) assertions += 1;
    if (isNamed(element, "signature", "Signature") && !isOfSigned(element)) {
      throw new XmlFault("There is a signature in a place where none belongs.");
    }
    for (const name of ["ID", "Id", "id"]) {
      const id = attribute(element, name);
      if (id === undefined) continue;
      if (ids.has(id)) throw new XmlFault("The response uses an id twice.");
      ids.add(id);
    }
  }
  if (assertions !== 1) throw new XmlFault(`The response holds ${assertions} assertions, not one.`);
}

function isOfSigned({ parentNode }: XmlElement): boolean {
  const parent = parentNode as XmlElement;
  return isNamed(parent, "protocol", "Response") || isNamed(parent, "assertion", "Assertion");
}

function verified(xml: string, element: XmlElement, certificates: readonly string[]): XmlElement {
  const signature = onlyChild(element, "signature", "Signature");
  refuseForm(signature, attribute(element, "ID") ?? "");
  const content = certificates
    .map((certificate) => signedContent(xml, signature, pemOf(certificate)))
    .find((found) => found !== undefined);
  if (content === undefined) {
    throw new XmlFault("The signature does not match the provider's certificates.");
  }
  const read = parseXml(content);
  if (read.localName !== element.localName || read.namespaceURI !== element.namespaceURI) {
    throw new XmlFault("The signature signs another element.");
  }
  return read;
}

/**
 * Refuses a signature that uses a forbidden algorithm. Also refuses a signature of another element
 * than the one that contains the signature.
 */
function refuseForm(signature: XmlElement, id: string): void {
  const info = onlyChild(signature, "signature", "SignedInfo");
  const reference = onlyChild(info, "signature", "Reference");
  const algorithmOf = (parent: XmlElement, name: string) =>
    attribute(onlyChild(parent, "signature", name), "Algorithm") ?? "";
  const transforms = childrenOf(
    onlyChild(reference, "signature", "Transforms"),
    "signature",
    "Transform",
  ).map((transform) => attribute(transform, "Algorithm"));
  const isKnown =
    algorithmOf(info, "CanonicalizationMethod") === EXCLUSIVE &&
    SIGNATURES.includes(algorithmOf(info, "SignatureMethod")) &&
    DIGESTS.includes(algorithmOf(reference, "DigestMethod")) &&
    transforms.length === 2 &&
    transforms[0] === ENVELOPED &&
    transforms[1] === EXCLUSIVE;
  if (!isKnown) {
    throw new XmlFault(
      "The signature must use RSA with SHA-256 or SHA-512, and exclusive canonicalization.",
    );
  }
  if (id === "" || attribute(reference, "URI") !== `#${id}`) {
    throw new XmlFault("The signature does not sign the element that contains it.");
  }
}

/**
 * Returns the signed content in canonical form. Undefined if this certificate's key did not sign
 * it.
 */
function signedContent(
  xml: string,
  signature: XmlElement,
  certificate: string,
): string | undefined {
  // Ignore certificates in the message: anybody can put one there.
  const check = new SignedXml({ publicCert: certificate, getCertFromKeyInfo: () => null });
  try {
    check.loadSignature(signature);
    if (!check.checkSignature(xml)) return undefined;
  } catch {
    return undefined;
  }
  const [content, another] = check.getSignedReferences();
  return another === undefined ? content : undefined;
}
