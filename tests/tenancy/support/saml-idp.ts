/**
 * A scripted SAML provider: it signs real XML with real keys, and can deliberately answer wrongly.
 */
import { generateKeyPairSync, sign } from "node:crypto";
import { inflateSync } from "fflate";
import { SignedXml } from "xml-crypto";

const PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";
const ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";
const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
const ENVELOPED = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
const RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
const SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256";
const MINUTE_MS = 60_000;

interface SigningKey {
  readonly privateKey: string;
  /** Base64 of the DER form. */
  readonly certificate: string;
}

/** Makes a key with a self-signed certificate. */
export function newSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const spki = publicKey.export({ type: "spki", format: "der" });
  const name = sequence(set(sequence(oid([0x55, 0x04, 0x03]), der(0x0c, Buffer.from("idp")))));
  const algorithm = sequence(oid([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b]), der(5));
  const time = (text: string) => der(0x17, Buffer.from(text));
  const certified = sequence(
    der(0xa0, der(2, Buffer.from([2]))),
    ...[der(2, Buffer.from([1])), algorithm, name],
    sequence(time("200101000000Z"), time("491231235959Z")),
    ...[name, spki],
  );
  const signature = sign("sha256", certified, privateKey);
  const whole = sequence(
    certified,
    algorithm,
    der(3, Buffer.concat([Buffer.from([0]), signature])),
  );
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    certificate: whole.toString("base64"),
  };
}

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const size = body.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const set = (...parts: readonly Uint8Array[]) => der(0x31, ...parts);
const oid = (bytes: readonly number[]) => der(6, Buffer.from(bytes));

/** The request in the address to which the service sends the browser. */
export interface SamlRequest {
  readonly id: string;
  readonly issuer: string;
  readonly answers: string;
  readonly state: string;
}

export function samlRequestIn(location: string): SamlRequest {
  const url = new URL(location);
  const packed = Buffer.from(url.searchParams.get("SAMLRequest") ?? "", "base64");
  const xml = new TextDecoder().decode(inflateSync(packed));
  const found = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? "";
  return {
    id: found(/ ID="([^"]*)"/),
    issuer: found(/<saml:Issuer>([^<]*)</),
    answers: found(/AssertionConsumerServiceURL="([^"]*)"/),
    state: url.searchParams.get("RelayState") ?? "",
  };
}

/** Deviations of a response from a correct one. */
export interface Wrongly {
  readonly key?: SigningKey;
  readonly audience?: string;
  readonly recipient?: string;
  readonly destination?: string;
  readonly inResponseTo?: string;
  readonly issuer?: string;
  readonly now?: number;
  readonly assertionId?: string;
  readonly signs?: "assertion" | "response" | "both" | "nothing";
  readonly algorithm?: string;
  /** Changes the XML before or after it is signed. */
  readonly before?: (xml: string) => string;
  readonly after?: (xml: string) => string;
}

export class SamlIdp {
  readonly entityId = `https://idp.example.com/${crypto.randomUUID()}`;
  readonly signInUrl = "https://idp.example.com/sso";
  readonly key = newSigningKey();

  get metadata(): string {
    return `<?xml version="1.0"?>
<!-- a provider -->
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${this.entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="${PROTOCOL}">
    <md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>
      ${this.key.certificate.replace(/(.{64})/g, "$1\n      ")}
    </ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example.com/post"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${this.signInUrl}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;
  }

  /** Returns the signed XML of the response. */
  xml(request: SamlRequest, person: { address: string; name?: string }, wrong: Wrongly = {}) {
    const now = wrong.now ?? Date.now();
    const at = (milliseconds: number) => new Date(now + milliseconds).toISOString();
    const answered = wrong.inResponseTo ?? request.id;
    const id = wrong.assertionId ?? `_${crypto.randomUUID()}`;
    const issuer = `<saml:Issuer>${wrong.issuer ?? this.entityId}</saml:Issuer>`;
    const assertion = `<saml:Assertion xmlns:saml="${ASSERTION}" ID="${id}" Version="2.0" IssueInstant="${at(0)}">${issuer}<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${person.address}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${answered}" NotOnOrAfter="${at(5 * MINUTE_MS)}" Recipient="${wrong.recipient ?? request.answers}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(-MINUTE_MS)}" NotOnOrAfter="${at(5 * MINUTE_MS)}"><saml:AudienceRestriction><saml:Audience>${wrong.audience ?? request.issuer}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement><saml:Attribute Name="displayName"><saml:AttributeValue>${person.name ?? "Grace Hopper"}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>`;
    const response = `<samlp:Response xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="_${crypto.randomUUID()}" Version="2.0" IssueInstant="${at(0)}" Destination="${wrong.destination ?? request.answers}" InResponseTo="${answered}">${issuer}<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${assertion}</samlp:Response>`;
    const signs = wrong.signs ?? "assertion";
    let xml = wrong.before?.(response) ?? response;
    const signed = (name: string) => this.#signed(xml, name, wrong);
    if (signs === "assertion" || signs === "both") xml = signed("Assertion");
    if (signs === "response" || signs === "both") xml = signed("Response");
    return wrong.after?.(xml) ?? xml;
  }

  #signed(xml: string, name: string, wrong: Wrongly): string {
    const key = wrong.key ?? this.key;
    const signature = new SignedXml({
      ...{ privateKey: key.privateKey, canonicalizationAlgorithm: EXCLUSIVE },
      signatureAlgorithm: wrong.algorithm ?? RSA_SHA256,
      // Attackers put their own certificate here.
      publicCert: `-----BEGIN CERTIFICATE-----\n${key.certificate}\n-----END CERTIFICATE-----`,
    });
    const place = `//*[local-name(.)='${name}']`;
    signature.addReference({
      ...{ xpath: place, digestAlgorithm: SHA256, transforms: [ENVELOPED, EXCLUSIVE] },
    });
    signature.computeSignature(xml, {
      location: { reference: `${place}/*[local-name(.)='Issuer']`, action: "after" },
    });
    return signature.getSignedXml();
  }
}

/** Returns the body of the form that the provider's page sends. */
export const formOf = (xml: string, state: string): string =>
  new URLSearchParams({
    SAMLResponse: Buffer.from(xml).toString("base64"),
    RelayState: state,
  }).toString();
