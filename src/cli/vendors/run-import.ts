/** `memtrace import --from`: copies a vendor's memory to MemTrace, and prints a summary. */
import type { ProjectClient } from "../../local/client/project-client.ts";
import { oneOf } from "../../local/command-line.ts";
import { EXIT, usageError } from "../command.ts";
import { ServiceMemory } from "../memory-files/service-memory.ts";
import type { Terminal } from "../terminal.ts";
import { oneLine } from "../text/shown-text.ts";
import { cloudflare } from "./cloudflare.ts";
import { letta } from "./letta.ts";
import { mem0 } from "./mem0.ts";
import type { Vendor } from "./vendor.ts";
import { VendorEvents } from "./vendor-events.ts";
import { VendorRequests } from "./vendor-requests.ts";
import { zep } from "./zep.ts";

const VENDORS = { mem0, zep, letta, cloudflare };

interface GivenOwner {
  readonly from: string;
  readonly user?: string | undefined;
  readonly agent?: string | undefined;
  readonly namespace?: string | undefined;
}

interface GivenImport {
  readonly "from-url"?: string | undefined;
  readonly user?: string | undefined;
  readonly graph?: string | undefined;
  readonly json: boolean;
}

interface ChosenVendor {
  readonly from: string;
  readonly vendor: Vendor;
  /** The vendor's id of the user or agent that has the memory. */
  readonly owner: string;
  readonly namespace: string;
}

/** @throws UsageError if the vendor is unknown, or a required option is missing */
export function chosenVendor(given: GivenOwner): ChosenVendor {
  const known = Object.keys(VENDORS) as (keyof typeof VENDORS)[];
  const from = oneOf("--from", given.from, known);
  const vendor: Vendor = VENDORS[from];
  const owner = given[vendor.owner];
  if (!owner)
    throw usageError(
      "import",
      `--from ${from} needs --${vendor.owner}: the ${vendor.owner} whose memory to import.`,
    );
  if (given.agent !== undefined && vendor.owner !== "agent")
    throw usageError("import", `--agent is only for --from letta: ${from} stores memory per user.`);
  const { namespace = "" } = given;
  const isNeeded = vendor.accountVariable !== undefined;
  if (isNeeded && namespace === "")
    throw usageError(
      "import",
      `--from ${from} needs --namespace, which contains the user's profile.`,
    );
  if (!isNeeded && namespace !== "")
    throw usageError("import", "--namespace is only for --from cloudflare.");
  return { from, vendor, owner, namespace };
}

export async function runVendorImport(
  api: ProjectClient,
  { from, vendor, owner, namespace }: ChosenVendor,
  given: GivenImport,
  terminal: Terminal,
): Promise<number> {
  const memory = new ServiceMemory(api, given.graph ?? `${from}-${owner}`);
  const events = new VendorEvents(memory.graph);
  const stored = new Map(
    (await memory.units())
      .filter(({ place }) => place.startsWith(`${vendor.title} `))
      .map(({ unit: { unit, ref, digest } }) => [unit, { ref, digest }]),
  );
  const reading = {
    requests: new VendorRequests(serviceOf(vendor, given["from-url"], terminal)),
    ...{ events, owner, namespace, stored, now: Date.now() },
    account: accountOf(vendor),
    isStored: (operation: string) => memory.hasOperation(operation),
  };
  let [sent, known, isAbout] = [0, 0, false];
  for await (const part of vendor.read(reading)) {
    terminal.progress(part.done);
    known += part.known ?? 0;
    if (part.events.length === 0) continue;
    if (!isAbout) {
      isAbout = true;
      const at = Number(part.events[0]?.at ?? reading.now);
      await memory.send(
        events.about(vendor.title, { at, user: given.user, unknown: vendor.unknown }),
      );
    }
    sent += await memory.send(part.events);
  }
  const units = (await memory.units()).length;
  const { unknown } = vendor;
  const answer = { graph: memory.graph, from, sent, known, units, notKnown: unknown };
  if (given.json) terminal.printJson(answer);
  else terminal.print(`${vendor.title}: ${outcomeOf(answer)}`);
  if (!given.json && sent > 0)
    terminal.note(["Not known from its data:", ...unknown.map((line) => `  ${line}`)].join("\n"));
  return EXIT.done;
}

function accountOf({ title, accountVariable }: Vendor): string {
  if (accountVariable === undefined) return "";
  const account = process.env[accountVariable] ?? "";
  if (account === "")
    throw usageError("import", `Set ${accountVariable} to the id of your account for ${title}.`);
  return account;
}

function serviceOf(vendor: Vendor, url: string | undefined, terminal: Terminal) {
  const { title: name, keyVariable } = vendor;
  const key = process.env[keyVariable] ?? "";
  // The key is sent in an HTTP header. Only printable ASCII characters are safe in a header, and a
  // key contains no spaces.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw usageError("import", `Set ${keyVariable} to a key of ${name} that may read the memory.`);
  const address = url ?? vendor.url;
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw usageError(
      "import",
      `--from-url is ${address}; give an address of ${name} with https://.`,
    );
  return {
    ...{ name, keyVariable, url: address, headers: vendor.headers(key) },
    onWait: (seconds: number, why: string) =>
      terminal.note(`${why} and asks to wait ${seconds} s. The import then continues.`),
  };
}

function outcomeOf(answer: { graph: string; sent: number; known: number; units: number }): string {
  const shown = (count: number) => count.toLocaleString("en");
  const holds = `${oneLine(answer.graph)} holds ${shown(answer.units)} units`;
  if (answer.sent === 0) return `nothing is new; ${holds}`;
  const before = answer.known === 0 ? "" : `, ${shown(answer.known)} already known`;
  return `${shown(answer.sent)} events sent${before}; ${holds}`;
}
