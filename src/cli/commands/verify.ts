/** `memtrace verify`: checks the signature of a deletion receipt. */
import { createHash, createPublicKey, verify as verifySignature } from "node:crypto";
import { readFile } from "node:fs/promises";
import { UserError } from "../../local/command-line.ts";
import { RECEIPT_VERSION } from "../../protocol/api/privacy/receipt-version.ts";
import type { DeletionRecord } from "../../protocol/api/privacy/receipts.ts";
import { type Command, commandOptions, EXIT, onlyArgument } from "../command.ts";
import { oneLine } from "../text/shown-text.ts";

export const verify: Command = {
  usage: "FILE [options]",
  summary: "check the signature of a deletion receipt",
  help: `Checks that a receipt was signed by the installation that the receipt names, and prints what was
deleted. The command reads the public keys from this installation. You need no project key.

  --key KEY          trust only this public key (base64url), and send no request
  --user ID          also check that the receipt is about this end user
  --json             print the signed record as JSON, and nothing else, on stdout`,
  page: "privacy#delete-an-end-user",
  async run(args, terminal) {
    const options = {
      key: { type: "string" },
      user: { type: "string" },
      json: { type: "boolean", default: false },
    } as const;
    const { values, positionals } = commandOptions("verify", options, args);
    const file = onlyArgument("verify", "the file of the receipt", positionals);
    const { receipt, record } = await readReceipt(file);
    const trusted = values.key === undefined ? await publishedKeys(record.issuer) : [values.key];
    if (!trusted.includes(receipt.key)) {
      throw new UserError(
        `${file}: was signed with a key that ${oneLine(record.issuer)} does not publish.`,
      );
    }
    if (!isSigned(receipt)) {
      throw new UserError(`${file}: the signature does not match. The receipt was changed.`);
    }
    if (values.user !== undefined && hashOf(record.salt, values.user) !== record.user) {
      throw new UserError(`${file}: the receipt is genuine, but about another end user.`);
    }
    if (values.json) terminal.printJson(record);
    else terminal.print(textOf(record));
    return EXIT.done;
  },
};

interface SignedReceipt {
  readonly body: string;
  readonly signature: string;
  readonly key: string;
}

async function readReceipt(file: string) {
  const text = await readFile(file, "utf8").catch(() => {
    throw new UserError(`${file}: cannot be read.`);
  });
  const { body, signature, key } = fieldsOf(parsed(text));
  if (typeof body !== "string" || typeof signature !== "string" || typeof key !== "string") {
    throw new UserError(`${file}: is not a signed receipt. Download it again once it is signed.`);
  }
  const record = fieldsOf(parsed(body));
  if (record.version !== RECEIPT_VERSION || typeof record.issuer !== "string") {
    throw new UserError(`${file}: has an unknown record format. Update memtrace.`);
  }
  return { receipt: { body, signature, key }, record: record as unknown as DeletionRecord };
}

/**
 * Returns the fields without validating them. A validation would need the API's schemas, and these
 * would double the size of this command.
 */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function publishedKeys(issuer: string): Promise<readonly string[]> {
  const address = `${issuer}/api/receipt-keys`;
  try {
    const answer = await fetch(address, { redirect: "error" });
    const { keys } = fieldsOf(await answer.json());
    if (!Array.isArray(keys)) throw new Error("no list of keys");
    return keys.flatMap((key: unknown) => {
      const { x } = fieldsOf(key);
      return typeof x === "string" ? [x] : [];
    });
  } catch {
    throw new UserError(
      `${oneLine(address)} publishes no keys. Give the public key that you trust: --key KEY.`,
    );
  }
}

function isSigned({ body, signature, key }: SignedReceipt): boolean {
  try {
    const publicKey = createPublicKey({
      ...{ format: "jwk", key: { kty: "OKP", crv: "Ed25519", x: key } },
    });
    return verifySignature(null, Buffer.from(body), publicKey, Buffer.from(signature, "base64url"));
  } catch {
    return false;
  }
}

const hashOf = (salt: string, id: string): string =>
  createHash("sha256").update(`${salt}:${id}`).digest("hex");

function textOf({ issuer, project, deletedAt, by, deleted }: DeletionRecord): string {
  const counts = Object.entries(deleted).map(([name, count]) => `  ${name.padEnd(12)} ${count}`);
  const head = [
    ...[`The signature is valid. ${oneLine(issuer)} deleted, in ${oneLine(project)}`],
    `at ${deletedAt}, by the ${by.kind} ${oneLine(by.id)}:`,
  ];
  return [...head, ...counts].join("\n");
}
