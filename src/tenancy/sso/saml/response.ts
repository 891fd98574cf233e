/**
 * Reads a SAML provider's response. Checks that it is valid now and addressed to us, and returns
 * the person whom it names.
 */
import type { XmlElement } from "@xmldom/xmldom";
import type { StatedPerson } from "../../../database/schema/teams/sso.ts";
import type { SamlConnection } from "../../../protocol/people/sso.ts";
import { type Result, success } from "../../../protocol/result.ts";
import { type Refused, refused } from "../refused.ts";
import { addressIn } from "../sso-address.ts";
import type { SamlAddresses } from "./metadata.ts";
import { signedElement } from "./signature.ts";
import {
  attribute,
  childrenOf,
  isNamed,
  onlyChild,
  optionalChild,
  textOf,
  XmlFault,
} from "./xml.ts";

const MAX_RESPONSE_CHARS = 300_000;
/** Maximum difference between the provider's clock and ours. */
const CLOCKS_APART_MS = 120_000;
const SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";
const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const TRANSIENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";

export interface ReadResponse {
  readonly assertion: string;
  /** Id of the answered request. */
  readonly inResponseTo: string;
  /** The assertion's id is stored until this time, so that the response cannot be used again. */
  readonly expiresAt: number;
  readonly person: StatedPerson;
}

/** @param encoded the field SAMLResponse, in base64 */
export function readResponse(
  encoded: string,
  connection: SamlConnection,
  addresses: SamlAddresses,
  now: number,
): Result<ReadResponse, Refused> {
  if (encoded.length > MAX_RESPONSE_CHARS) {
    return refused("answer_invalid", "The response is too large.");
  }
  try {
    const xml = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(
      Buffer.from(encoded, "base64"),
    );
    const status = refusalIn(xml);
    if (status !== undefined) return refused("provider_refused", status);
    const signed = signedElement(xml, connection.certificates);
    return read(signed, connection, addresses, now);
  } catch (error) {
    if (error instanceof XmlFault || error instanceof TypeError) {
      return refused("answer_invalid", error.message);
    }
    throw error;
  }
}

/**
 * If the provider refused the sign-in, returns its reason. The signature is not checked here.
 * Somebody can forge a refusal, but this does no harm, because a refusal signs nobody in.
 */
function refusalIn(xml: string): string | undefined {
  const [code] = /<(?:\w+:)?StatusCode\s[^>]*Value="([^"]*)"/.exec(xml)?.slice(1) ?? [];
  if (code === undefined || code === SUCCESS) return undefined;
  const [message = ""] = /<(?:\w+:)?StatusMessage>([^<]*)</.exec(xml)?.slice(1) ?? [];
  return `The provider answered ${code.split(":").at(-1)}. ${message}`.trim();
}

function read(
  signed: XmlElement,
  connection: SamlConnection,
  addresses: SamlAddresses,
  now: number,
): Result<ReadResponse, Refused> {
  const isResponse = isNamed(signed, "protocol", "Response");
  const destination = isResponse ? attribute(signed, "Destination") : undefined;
  if (destination !== undefined && destination !== addresses.answers) {
    throw new XmlFault(`The response is for ${destination}.`);
  }
  const assertion = isResponse ? onlyChild(signed, "assertion", "Assertion") : signed;
  const id = attribute(assertion, "ID") ?? "";
  if (id === "" || attribute(assertion, "Version") !== "2.0") {
    throw new XmlFault("The assertion has no id, or its version is not 2.0.");
  }
  const issuer = textOf(onlyChild(assertion, "assertion", "Issuer"));
  if (issuer !== connection.entityId) throw new XmlFault(`The assertion was issued by ${issuer}.`);
  const conditions = onlyChild(assertion, "assertion", "Conditions");
  refuseAudience(conditions, addresses.metadata);
  const until = [endOf(conditions, now)];
  const subject = onlyChild(assertion, "assertion", "Subject");
  const confirmation = confirmationOf(subject, addresses, now);
  until.push(confirmation.expiresAt);
  refuseEndedSession(onlyChild(assertion, "assertion", "AuthnStatement"), now);
  const person = personOf(assertion, subject);
  if (!person.ok) return person;
  return success({
    ...{ assertion: id, inResponseTo: confirmation.inResponseTo, person: person.value },
    expiresAt: Math.max(...until) + CLOCKS_APART_MS,
  });
}

function refuseAudience(conditions: XmlElement, own: string): void {
  const restrictions = childrenOf(conditions, "assertion", "AudienceRestriction");
  const isForUs =
    restrictions.length > 0 &&
    restrictions.every((restriction) =>
      childrenOf(restriction, "assertion", "Audience").some((audience) => textOf(audience) === own),
    );
  if (!isForUs) throw new XmlFault(`The assertion's audience is not ${own}.`);
}

/**
 * @returns the time at which the element expires
 * @throws XmlFault if the element is not valid now
 */
function endOf(element: XmlElement, now: number): number {
  const from = attribute(element, "NotBefore");
  const end = timeOf(attribute(element, "NotOnOrAfter"));
  if (from !== undefined && timeOf(from) > now + CLOCKS_APART_MS) {
    throw new XmlFault(
      `The assertion is valid only from ${from}; the time here is ${new Date(now).toISOString()}.`,
    );
  }
  if (end <= now - CLOCKS_APART_MS) {
    throw new XmlFault(
      `The assertion ended at ${new Date(end).toISOString()}; the time here is ${new Date(now).toISOString()}.`,
    );
  }
  return end;
}

function timeOf(text: string | undefined): number {
  const isTime = text !== undefined && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text);
  const at = isTime ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new XmlFault("A time is missing or is not in UTC.");
  return at;
}

function confirmationOf(subject: XmlElement, addresses: SamlAddresses, now: number) {
  const bearers = childrenOf(subject, "assertion", "SubjectConfirmation").filter(
    (confirmation) => attribute(confirmation, "Method") === BEARER,
  );
  const [bearer, another] = bearers;
  if (bearer === undefined || another !== undefined) {
    throw new XmlFault("The assertion has no bearer confirmation, or several.");
  }
  const data = onlyChild(bearer, "assertion", "SubjectConfirmationData");
  const recipient = attribute(data, "Recipient");
  if (recipient !== addresses.answers) throw new XmlFault(`The recipient is ${recipient}.`);
  const inResponseTo = attribute(data, "InResponseTo");
  if (!inResponseTo) {
    throw new XmlFault(
      "The response answers no request. Sign-ins that begin at the provider are not accepted.",
    );
  }
  return { inResponseTo, expiresAt: endOf(data, now) };
}

function refuseEndedSession(statement: XmlElement, now: number): void {
  const end = attribute(statement, "SessionNotOnOrAfter");
  if (end !== undefined && timeOf(end) <= now - CLOCKS_APART_MS) {
    throw new XmlFault("The provider's session has ended.");
  }
}

const ADDRESS_NAMES = [
  "email",
  "mail",
  "emailaddress",
  "urn:oid:0.9.2342.19200300.100.1.3",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
];
const NAME_NAMES = [
  "displayname",
  "name",
  "urn:oid:2.16.840.1.113730.3.1.241",
  "http://schemas.microsoft.com/identity/claims/displayname",
];
const GIVEN_NAMES = [
  "givenname",
  "firstname",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname",
];
const FAMILY_NAMES = [
  "surname",
  "lastname",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname",
];

function personOf(assertion: XmlElement, subject: XmlElement): Result<StatedPerson, Refused> {
  const nameId = onlyChild(subject, "assertion", "NameID");
  const named = textOf(nameId);
  const stated = attributesOf(assertion);
  const given = statedAs(stated, ADDRESS_NAMES) ?? (named.includes("@") ? named : undefined);
  if (given === undefined) {
    return refused(
      "address_missing",
      "The assertion states an e-mail address neither in the attribute email nor as NameID.",
    );
  }
  const address = addressIn(given);
  if (address === undefined) {
    return refused("address_invalid", `${given} is no address that accounts can have.`);
  }
  const isLasting = named !== "" && attribute(nameId, "Format") !== TRANSIENT;
  const parts = [statedAs(stated, GIVEN_NAMES), statedAs(stated, FAMILY_NAMES)];
  const joined = parts.filter((part) => part !== undefined).join(" ");
  const name = statedAs(stated, NAME_NAMES) || joined || address.split("@")[0] || address;
  return success({ subject: isLasting ? named : address, address, name });
}

/**
 * Maps the name of each attribute, in lower case, to its value. An attribute with no value or
 * several values is left out.
 */
function attributesOf(assertion: XmlElement): Map<string, string> {
  const found = new Map<string, string>();
  const statement = optionalChild(assertion, "assertion", "AttributeStatement");
  for (const each of statement ? childrenOf(statement, "assertion", "Attribute") : []) {
    const [value, another] = childrenOf(each, "assertion", "AttributeValue");
    const name = attribute(each, "Name")?.toLowerCase();
    if (name === undefined || value === undefined || another !== undefined) continue;
    if (found.has(name)) throw new XmlFault(`The attribute ${name} is stated twice.`);
    found.set(name, textOf(value));
  }
  return found;
}

function statedAs(stated: ReadonlyMap<string, string>, names: readonly string[]) {
  const name = names.find((each) => stated.get(each));
  return name === undefined ? undefined : stated.get(name);
}
