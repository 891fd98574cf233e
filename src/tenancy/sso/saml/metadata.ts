/** Reads the provider's SAML metadata. Writes our own metadata, and the request of a sign-in. */

import { createHash, X509Certificate } from "node:crypto";
import type { XmlElement } from "@xmldom/xmldom";
import { deflateSync } from "fflate";
import type { SamlConnection, ShownCertificate } from "../../../protocol/people/sso.ts";
import { failure, type Result, success } from "../../../protocol/result.ts";
import {
  attribute,
  childrenOf,
  elementsIn,
  escapeXml,
  isNamed,
  NAMESPACES,
  parseXml,
  textOf,
  XmlFault,
} from "./xml.ts";

const REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const POST = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST";
const ADDRESS_FORMAT = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
const MAX_CERTIFICATES = 5;
const MIN_RSA_BITS = 2_048;

/** If the metadata cannot be used, returns a failure with a sentence that people can read. */
export function readMetadata(text: string): Result<SamlConnection, string> {
  try {
    const root = parseXml(text.trim().replace(/<!--[\s\S]*?-->/g, ""));
    const descriptors = [...elementsIn(root)].filter((element) =>
      isNamed(element, "metadata", "IDPSSODescriptor"),
    );
    const [provider, another] = descriptors;
    if (provider === undefined) return failure("The metadata describes no identity provider.");
    if (another !== undefined) return failure("The metadata describes several providers.");
    const entityId = attribute(provider.parentNode as XmlElement, "entityID");
    const signInUrl = childrenOf(provider, "metadata", "SingleSignOnService")
      .filter((service) => attribute(service, "Binding") === REDIRECT)
      .map((service) => attribute(service, "Location"))[0];
    if (!entityId) return failure("The metadata names no entityID.");
    if (!signInUrl) {
      return failure("The metadata names no SingleSignOnService with the binding HTTP-Redirect.");
    }
    const certificates = childrenOf(provider, "metadata", "KeyDescriptor")
      .filter((key) => (attribute(key, "use") ?? "signing") === "signing")
      .flatMap((key) => [...elementsIn(key)])
      .filter((element) => isNamed(element, "signature", "X509Certificate"))
      .map(textOf);
    return samlConnection({ entityId, signInUrl, certificates });
  } catch (error) {
    if (error instanceof XmlFault) return failure(error.message);
    throw error;
  }
}

/** If a value cannot be used, returns a failure with a sentence that people can read. */
export function samlConnection(given: {
  readonly entityId: string;
  readonly signInUrl: string;
  readonly certificates: readonly string[];
}): Result<SamlConnection, string> {
  const { entityId, signInUrl } = given;
  const certificates = [...new Set(given.certificates.map(bareCertificate))];
  if (certificates.length === 0) return failure("There is no certificate for signatures.");
  if (certificates.length > MAX_CERTIFICATES) {
    return failure(`There are more than ${MAX_CERTIFICATES} certificates.`);
  }
  for (const certificate of certificates) {
    const problem = problemOf(certificate);
    if (problem !== undefined) return failure(problem);
  }
  return success({ kind: "saml", entityId, signInUrl, certificates });
}

const bareCertificate = (text: string) => text.replace(/-----[A-Z ]+-----|\s/g, "");

export const pemOf = (certificate: string): string =>
  `-----BEGIN CERTIFICATE-----\n${certificate.replace(/(.{64})/g, "$1\n").trim()}\n-----END CERTIFICATE-----\n`;

function problemOf(certificate: string): string | undefined {
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = new X509Certificate(
      pemOf(certificate),
    ).publicKey;
    if (type !== "rsa") return "The certificate has no RSA key. Responses are signed with RSA.";
    const bits = details?.modulusLength ?? 0;
    return bits < MIN_RSA_BITS
      ? `The certificate's key has ${bits} bits; ${MIN_RSA_BITS} are needed.`
      : undefined;
  } catch {
    return "The certificate cannot be read. Give it as PEM.";
  }
}

export function shownCertificate(certificate: string): ShownCertificate {
  const der = Buffer.from(certificate, "base64");
  return {
    fingerprint: createHash("sha256").update(der).digest("hex"),
    validTo: new Date(new X509Certificate(pemOf(certificate)).validTo).toISOString(),
  };
}

export interface SamlAddresses {
  /** Our entity id: the URL of our metadata. */
  readonly metadata: string;
  readonly answers: string;
}

export function samlAddresses(publicUrl: string, organization: string): SamlAddresses {
  const base = `${publicUrl}/api/sso/saml/${encodeURIComponent(organization)}`;
  return { metadata: `${base}/metadata`, answers: `${base}/acs` };
}

export const ownMetadata = ({ metadata, answers }: SamlAddresses): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="${NAMESPACES.metadata}" entityID="${escapeXml(metadata)}">
  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${NAMESPACES.protocol}">
    <NameIDFormat>${ADDRESS_FORMAT}</NameIDFormat>
    <AssertionConsumerService index="0" isDefault="true" Binding="${POST}" Location="${escapeXml(answers)}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`;

/** Returns the URL of the provider's page for the browser. The URL contains the request. */
export function samlRequestUrl(
  { signInUrl }: SamlConnection,
  addresses: SamlAddresses,
  asked: { readonly id: string; readonly state: string; readonly now: number },
): string {
  const request = `<samlp:AuthnRequest xmlns:samlp="${NAMESPACES.protocol}" xmlns:saml="${NAMESPACES.assertion}" ID="${asked.id}" Version="2.0" IssueInstant="${new Date(asked.now).toISOString()}" Destination="${escapeXml(signInUrl)}" ProtocolBinding="${POST}" AssertionConsumerServiceURL="${escapeXml(addresses.answers)}"><saml:Issuer>${escapeXml(addresses.metadata)}</saml:Issuer></samlp:AuthnRequest>`;
  const url = new URL(signInUrl);
  const packed = Buffer.from(deflateSync(new TextEncoder().encode(request)));
  url.searchParams.set("SAMLRequest", packed.toString("base64"));
  url.searchParams.set("RelayState", asked.state);
  return url.href;
}
