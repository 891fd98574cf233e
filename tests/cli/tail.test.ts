import type { Duplex } from "node:stream";
import { describe, expect, it } from "vitest";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { memtrace, start } from "./support/memtrace.ts";
import { type ScriptedService, scriptedService } from "./support/scripted-service.ts";

const TEXT = 0x81;
const CLOSE = 0x88;
const PING = 0x89;
const PONG = 0x8a;

/** Builds a frame of a server, which is not masked. */
function frame(first: number, payload: Buffer): Buffer {
  const head =
    payload.length < 126
      ? Buffer.from([first, payload.length])
      : Buffer.from([first, 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([head, payload]);
}

const text = (message: unknown) => Buffer.from(JSON.stringify(message));

const note = (n: number, value = `value ${n}`): TraceEvent => ({
  ...{ type: "variable", id: `v${n}`, graph: "g", at: 1_700_000_000_000 + n },
  ...{ ref: `r${n}`, name: `note ${n}`, value },
});

const added = (cursor: string, ...events: TraceEvent[]) => ({
  ...{ type: "events", events, cursor, behind: 0 },
});

const closing = (code: number, reason: string) => {
  const payload = Buffer.alloc(2 + Buffer.byteLength(reason));
  payload.writeUInt16BE(code, 0);
  payload.write(reason, 2);
  return frame(CLOSE, payload);
};

/** Runs one script per connection, in order, and stores each request. */
async function connections(...scripts: ((connection: Duplex) => void)[]) {
  const asked: string[] = [];
  const service: ScriptedService = await scriptedService({
    socket: (request, connection) => {
      scripts[asked.length]?.(connection);
      asked.push(request.url ?? "");
    },
  });
  return { service, asked };
}

const jsonLines = (out: string) =>
  out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("memtrace tail", () => {
  it("K8 tail says what to do about an invalid cursor, and ends without waiting for the service", async () => {
    const { service } = await connections((connection) => {
      connection.write(closing(4400, "Not a cursor of this graph."));
    });
    const ended = await memtrace(["tail", "g", "--cursor", "c"], { env: service.env });
    service.close();
    expect(ended).toEqual({
      ...{ code: 1, out: "" },
      err: "Not a cursor of this graph.\nRun the command again without --cursor, or with --since-start instead.\n",
    });
  });

  it("K8 tail ends at once after a refusal, though the service keeps the connection open", async () => {
    const body = {
      error: { code: "not_found", message: "No such graph.", docs: "", requestId: "" },
    };
    const refused = JSON.stringify(body);
    const service = await scriptedService({
      upgrade: (connection) => {
        const head = `HTTP/1.1 404 Not Found\r\nContent-Length: ${refused.length}\r\n\r\n`;
        connection.write(head + refused);
      },
    });
    const { code, err } = await memtrace(["tail", "g"], { env: service.env });
    service.close();
    expect({ code, err }).toEqual({ code: 1, err: "No such graph.\n" });
  });

  it("K8 tail continues from its cursor after a lost connection, and ends with the service's reason", async () => {
    const { service, asked } = await connections(
      (connection) => {
        connection.write(frame(TEXT, text({ type: "ready", cursor: "c0", behind: 0 })));
        connection.write(frame(TEXT, text(added("c1", note(1)))));
        connection.end(frame(TEXT, text(added("c2", note(2)))));
      },
      (connection) => {
        connection.write(frame(TEXT, text(added("c3", note(3)))));
        connection.end(closing(4404, "The graph was deleted."));
      },
    );
    const ended = await memtrace(["tail", "g", "--json", "--since-start"], { env: service.env });
    service.close();
    expect(ended.code).toBe(1);
    expect(jsonLines(ended.out)).toEqual([note(1), note(2), note(3)]);
    expect(asked).toEqual(["/v1/graphs/g/live?from=start", "/v1/graphs/g/live?cursor=c2"]);
    expect(ended.err).toContain("The graph was deleted.");
    expect(ended.err).toContain("--cursor c3");
  });

  it("K8 tail reads messages in parts of any length, and answers a ping", async () => {
    const long = "x".repeat(70_000);
    let heard = Buffer.alloc(0);
    const { service } = await connections((connection) => {
      connection.on("data", (bytes) => {
        heard = Buffer.concat([heard, bytes]);
      });
      const message = text(added("c1", note(1, "ö")));
      const half = message.indexOf("ö") + 1;
      const pieces = Buffer.concat([
        // The message is split between the two bytes of a letter, with a ping between the parts.
        frame(TEXT & 0x7f, message.subarray(0, half)),
        frame(PING, Buffer.from("?")),
        frame(0x80, message.subarray(half)),
      ]);
      for (const byte of pieces) connection.write(Buffer.from([byte]));
      const large = text(added("c2", note(2, long)));
      const head = Buffer.alloc(10);
      head.set([TEXT, 127]);
      head.writeBigUInt64BE(BigInt(large.length), 2);
      connection.end(Buffer.concat([head, large, closing(4404, "Gone.")]));
    });
    const { out } = await memtrace(["tail", "g", "--json"], { env: service.env });
    service.close();
    expect(jsonLines(out)).toEqual([note(1, "ö"), note(2, long)]);
    // The first byte is the kind of the frame; the second says that the frame is masked.
    expect(heard.subarray(0, 2)).toEqual(Buffer.from([PONG, 0x81]));
    expect((heard[6] ?? 0) ^ (heard[2] ?? 0)).toBe("?".charCodeAt(0));
  });

  it.each([
    ['{"type":"ev', "half a message"],
    ['{"type":"events","cursor":"c2"}', "a message without its events"],
    ["<html>", "no JSON at all"],
  ])(
    "K3 the message %j on the feed, %s, ends tail with the cursor to continue from",
    async (sent) => {
      const { service, asked } = await connections((connection) => {
        connection.write(frame(TEXT, text(added("c1", note(1)))));
        connection.write(frame(TEXT, Buffer.from(sent)));
        connection.write(frame(TEXT, text(added("c3", note(3)))));
      });
      const { code, out, err } = await memtrace(["tail", "g", "--json"], { env: service.env });
      service.close();
      expect({ code, asked: asked.length }).toEqual({ code: 3, asked: 1 });
      expect(jsonLines(out)).toEqual([note(1)]);
      expect(err).toContain("--cursor c1\n");
      expect(err).toContain("sends a message that is not from MemTrace");
      expect(err).not.toContain("    at ");
    },
  );

  it("K9 on Ctrl-C, tail ends with exit code 0 and prints the cursor to continue from", async () => {
    const { service } = await connections((connection) => {
      connection.write(frame(TEXT, text({ type: "ready", cursor: "c0", behind: 1 })));
      connection.write(frame(TEXT, text(added("c7", note(1)))));
    });
    const tail = start(["tail", "g"], { env: service.env });
    await tail.printed("note 1: value 1");
    tail.process.kill("SIGINT");
    const { code, out, err } = await tail.ended;
    service.close();
    expect({ code, out }).toEqual({
      code: 0,
      out: "2023-11-14 22:13:20.001  variable  note 1: value 1\n",
    });
    expect(err).toContain("--cursor c7");
  });
});
