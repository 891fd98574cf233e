/** Programs that send a project's first events and first wrong answer. They run without changes. */
import { curlCommand } from "./curl-command.ts";

export const LANGUAGES = ["TypeScript", "Python (OpenTelemetry)", "mem0", "curl"] as const;
export type Language = (typeof LANGUAGES)[number];

export interface FirstEventCode {
  /** Shell commands to run before the program. */
  readonly prepare: string;
  /** File name; null if the program is a shell command. */
  readonly file: string | null;
  readonly code: string;
  readonly run: string | null;
  readonly note: string;
  /** Documentation page that explains the program. */
  readonly page: string;
}

/** @param now time of the events, in milliseconds since the epoch */
export function firstEventCode(
  language: Language,
  key: string,
  origin: string,
  now: number,
): FirstEventCode {
  const sdk = `${origin}/sdk.tgz`;
  const environment = `export MEMTRACE_API_KEY=${key} MEMTRACE_URL=${origin}`;
  switch (language) {
    case "TypeScript":
      return {
        prepare: `npm install ${sdk}\n${environment}`,
        ...{ file: "first.mjs", code: TYPESCRIPT, run: "node first.mjs" },
        note: "Wrap the functions of your own memory in the same way. A store function must return the memory units that it wrote, or record them with memtrace.variable.",
        page: "/docs/start/typescript",
      };
    case "Python (OpenTelemetry)":
      return {
        prepare: `pip install opentelemetry-sdk opentelemetry-exporter-otlp-proto-http
export OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=${origin}/v1/otlp/v1/traces
export OTEL_EXPORTER_OTLP_TRACES_HEADERS="Authorization=Bearer%20${key}"`,
        ...{ file: "first.py", code: PYTHON, run: "python first.py" },
        note: "Any OpenTelemetry instrumentation of your agent can send its spans here. Every span must name its user.",
        page: "/docs/start/opentelemetry",
      };
    case "mem0":
      return {
        prepare: `npm install ${sdk} mem0ai\n${environment}\nexport OPENAI_API_KEY=…`,
        ...{ file: "first.mjs", code: MEM0, run: "node first.mjs" },
        note: "mem0 asks a model, so this program needs your OpenAI key. A score under 0.5 opens a case.",
        page: "/docs/start/mem0",
      };
    case "curl":
      return {
        prepare: environment,
        ...{ file: null, code: curlCommand(now), run: null },
        note: "Each line is one event. A program in any language can send events like these.",
        page: "/docs/start/curl",
      };
  }
}

const TYPESCRIPT = `import { MemTrace } from "@memtrace/sdk";
const memtrace = new MemTrace();

// This memory keeps only the text before a comma.
const units = [];
const remember = memtrace.operation(
  "remember", { category: "extraction", output: { category: "memory_entry" } }, (text) => {
    const unit = text.split(",")[0];
    units.push(unit);
    return unit;
  });
const search = memtrace.operation("search", { category: "retrieval" }, () => [...units]);
const answer = memtrace.operation(
  "answer", { output: { class: "prediction" } }, (_, found) => \`All I know is: \${found.join()}.\`);

await memtrace.graph("user-42", { system: "my-memory" }, async () => {
  const said = "I moved to Lisbon, and my cat is called Tom";
  const message = memtrace.variable(said, { category: "message" });
  remember(said);
  const query = "What is my cat called?";
  memtrace.variable(query, { class: "query" });
  const prediction = answer(query, search(query));
  memtrace.verdict({ query, prediction, expected: "Tom", score: 0, evidence: [message] });
});
await memtrace.flush();`;

const MEM0 = `import { MemTrace } from "@memtrace/sdk";
import { observeMem0 } from "@memtrace/sdk/mem0";
import { Memory } from "mem0ai/oss";

const memtrace = new MemTrace();
const config = { apiKey: process.env.OPENAI_API_KEY };
const memory = observeMem0(memtrace, new Memory({
  llm: { provider: "openai", config }, embedder: { provider: "openai", config } }));

await memtrace.graph("user-42", { user: "user-42", system: "mem0" }, async () => {
  const said = "By the way, the spare key is kept under the blue flowerpot.";
  const message = memtrace.variable(said, { category: "message" });
  await memory.add([{ role: "user", content: said }], { userId: "user-42" });

  const query = "Under what is the spare key kept?";
  memtrace.variable(query, { class: "query" });
  const { results } = await memory.search(query, { filters: { user_id: "user-42" } });

  // Replace with your model.
  const reply = async (_, found) => found[0]?.memory ?? "I do not know that.";
  const answer = memtrace.operation("answer", { output: { class: "prediction" } }, reply);
  const prediction = await answer(query, results);
  const expected = "the blue flowerpot";
  const score = prediction.includes(expected);
  memtrace.verdict({ query, prediction, expected, score, evidence: [message] });
});
await memtrace.flush();`;

const PYTHON = `import json, time
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
tracer = provider.get_tracer("my-agent")

def step(operation, **attributes):
    with tracer.start_as_current_span(operation) as span:
        span.set_attributes({"user.id": "user-42", "gen_ai.operation.name": operation})
        span.set_attributes({name.replace("__", "."): value for name, value in attributes.items()})
        time.sleep(0.005)

def messages(role, content):
    return json.dumps([{"role": role, "parts": [{"type": "text", "content": content}]}])

said = "By the way, the spare key is under the blue flowerpot."
fact = "The spare key is under the blue flowerpot"
step("chat", gen_ai__input__messages=messages("user", said),
     gen_ai__output__messages=messages("assistant", fact))
step("create_memory", gen_ai__memory__records=json.dumps([{"id": "unit-1", "content": fact}]))

question = "Where is the spare key?"
step("search_memory", gen_ai__memory__query__text=question, gen_ai__memory__records="[]")
step("chat", gen_ai__input__messages=messages("user", question),
     gen_ai__output__messages=messages("assistant", "I do not know where it is."),
     gen_ai__evaluation__name="answer_correctness", gen_ai__evaluation__score__value=0,
     memtrace__expected="under the blue flowerpot")
provider.shutdown()`;
