/** The navigation of the documentation site. Every page of the site is listed here. */

interface Entry {
  readonly text: string;
  readonly link: string;
  /** Makes the browser load the page. Needed for pages outside the site, which its router cannot open. */
  readonly target?: "_self";
}

interface Group {
  readonly text: string;
  readonly collapsed?: boolean;
  readonly items: Entry[];
}

const page = (text: string, name: string): Entry => ({ text, link: `/${name}` });

export const API_REFERENCE: Entry = { text: "API", link: "/api", target: "_self" };

export const SIDEBAR: Group[] = [
  {
    text: "Start in five minutes",
    items: [
      page("What MemTrace does", ""),
      page("TypeScript", "start/typescript"),
      page("Python", "start/python"),
      page("OpenTelemetry", "start/opentelemetry"),
      page("mem0", "start/mem0"),
      page("curl", "start/curl"),
    ],
  },
  {
    text: "Concepts",
    items: [
      page("The evolution graph", "concepts/evolution-graph"),
      page("The seven types of error", "concepts/error-types"),
      page("The way of a fact", "concepts/way-of-a-fact"),
      page("How a wrong answer is attributed", "attribution"),
    ],
  },
  {
    text: "Find and fix errors",
    items: [
      page("Reading a case", "reading-a-case"),
      page("Production without expected answers", "production"),
      page("The memory of a project", "memory"),
      page("Impact of a change", "impact"),
      page("Replay: prove a verdict", "replay"),
      page("Prompts", "prompts"),
      page("Proposals for prompts", "proposals"),
      page("Experiments", "experiments"),
      page("LoCoMo and LongMemEval", "datasets"),
      page("Checks in CI", "ci"),
    ],
  },
  {
    text: "Labels and benchmarks",
    items: [page("Labels", "labels"), page("Queues", "queues"), page("Benchmarks", "benchmarks")],
  },
  {
    text: "Reports and alerts",
    items: [page("Reports", "reports"), page("Alerts", "alerts"), page("Sharing", "sharing")],
  },
  {
    text: "Webhooks",
    items: [
      page("Receive webhooks", "webhooks"),
      page("Verify", "webhooks#verify"),
      page("Answer and retries", "webhooks#answer"),
      page("Deduplicate", "webhooks#deduplicate"),
      page("Rotate the secret", "webhooks#rotate-the-secret"),
      page("Replay", "webhooks#replay"),
    ],
  },
  {
    text: "Teams",
    items: [
      page("Accounts", "account"),
      page("Roles and projects", "teams"),
      page("Single sign-on and SCIM", "sso"),
      page("Audit log", "audit"),
      page("Usage and plans", "usage"),
    ],
  },
  {
    text: "Security and privacy",
    items: [page("Security", "security"), page("Privacy", "privacy")],
  },
  {
    text: "Self-hosting and operating",
    items: [
      page("Deployment", "deployment"),
      page("E-mail", "email"),
      page("Troubleshooting", "troubleshooting"),
      page("Cost", "cost"),
      page("Scale", "scale"),
    ],
  },
  {
    text: "Trace your libraries",
    collapsed: true,
    items: [
      page("All libraries", "integrations/"),
      page("mem0", "integrations/mem0"),
      page("LangChain.js", "integrations/langchain"),
      page("LangGraph", "integrations/langgraph"),
      page("LlamaIndex.TS", "integrations/llamaindex"),
      page("Mastra", "integrations/mastra"),
      page("Letta", "integrations/letta"),
      page("Zep", "integrations/zep"),
      page("Supermemory", "integrations/supermemory"),
      page("Vercel AI SDK", "integrations/ai-sdk"),
      page("OpenAI client", "integrations/openai"),
      page("Any library", "integrations/any-library"),
      page("A memory library step by step", "sdk"),
      page("Python libraries", "python"),
      page("smartcomment", "smartcomment"),
      page("Memory as files and Git", "memory-files"),
      page("Memory of mem0, Zep, Letta and Cloudflare", "vendors"),
    ],
  },
  { text: "Coding agents", items: [page("MCP", "mcp")] },
  {
    text: "Reference",
    items: [
      API_REFERENCE,
      page("Events", "events"),
      page("OpenTelemetry spans", "otlp"),
      page("Live stream", "live"),
      page("Command line", "command-line"),
      page("TypeScript SDK", "typescript-sdk"),
      page("Python SDK", "python-sdk"),
    ],
  },
  {
    text: "Measurements",
    collapsed: true,
    items: [
      page("The demo loop", "demo-loop"),
      page("Reference experiment", "reference-experiment"),
    ],
  },
];
