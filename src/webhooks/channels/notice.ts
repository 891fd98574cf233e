/**
 * The content of a channel's message about an event, before a service's formatting. Its texts come
 * from traces and are not escaped yet.
 */
import type { WebhookPayload } from "../../protocol/api/webhook-payloads.ts";

export interface Fact {
  readonly label: string;
  readonly text: string;
}

export interface Notice {
  readonly title: string;
  /** `bad`: somebody should act. `good`: a problem has ended. `neutral`: neither. */
  readonly tone: "bad" | "good" | "neutral";
  readonly facts: readonly Fact[];
  /** URL of the page about the event. */
  readonly url: string;
  readonly at: string;
  /** Events about the same problem have the same incident id. */
  readonly incident: string;
  /** Whether the event ends its incident. */
  readonly isEnd: boolean;
  /**
   * The memory system's name, or the project's id if the name is unknown. Without a project: `the
   * organization`.
   */
  readonly source: string;
}

export function noticeOf(payload: WebhookPayload): Notice {
  const base = {
    ...{ url: payload.data.url, at: payload.timestamp, isEnd: false },
    source: payload.data.project ?? "the organization",
  };
  switch (payload.type) {
    case "attribution.completed":
      return { ...base, ...wrongAnswer(payload.data) };
    case "finding.opened":
    case "finding.reopened":
    case "finding.closed":
      return { ...base, ...changedFinding(payload.type, payload.data) };
    case "report.ready":
      return told(base, "Report ready", payload.data.headline, payload.data.report);
    case "distribution.shifted":
      return {
        ...told(base, "The mix of errors changed", payload.data.headline, payload.data.shift),
        tone: "bad",
        source: payload.data.system ?? base.source,
      };
    case "health.crossed": {
      const { headline, figure, state, project } = payload.data;
      const isEnd = state === "met";
      const title = isEnd
        ? "A bound of memory health is met again"
        : "Memory health crossed a bound";
      const incident = `health-${project}-${figure}`;
      return { ...told(base, title, headline, incident), tone: isEnd ? "good" : "bad", isEnd };
    }
    case "prompt.proposed":
      return told(base, "Prompt proposed", payload.data.headline, payload.data.proposal);
    case "endpoint.disabled": {
      const { endpointUrl, reason, endpoint } = payload.data;
      const text = `${endpointUrl}: ${reason}`;
      return { ...told(base, "An endpoint was disabled", text, endpoint), tone: "bad" };
    }
    case "alert.fired": {
      const { name, headline, lines, rule } = payload.data;
      const facts = lines.map((text, index) => ({ label: `${index + 1}`, text }));
      const alert = told(base, name, headline, rule);
      return { ...alert, tone: "bad", facts: [...alert.facts, ...facts] };
    }
    case "audit.recorded": {
      const { action, person, id } = payload.data;
      return told(base, "Audit log", `${action} by ${person?.name ?? "a key"}`, id);
    }
    case "usage.threshold_reached": {
      const { meter, month, threshold, used, limit } = payload.data;
      const text = `${meter} in ${month}: ${used} of ${limit}`;
      const incident = `usage-${month}-${meter}-${threshold}`;
      return { ...told(base, "A limit of the plan is near", text, incident), tone: "bad" };
    }
    case "test":
      return told(base, "Test from MemTrace", payload.data.message, payload.data.endpoint);
  }
}

type DataOf<Type extends WebhookPayload["type"]> = Extract<WebhookPayload, { type: Type }>["data"];
type Base = Pick<Notice, "url" | "at" | "isEnd" | "source">;

function told(base: Base, title: string, text: string, incident: string): Notice {
  return { ...base, title, tone: "neutral", facts: [{ label: "Summary", text }], incident };
}

function wrongAnswer(data: DataOf<"attribution.completed">) {
  const { errorType, opName, confidence, texts, query } = data;
  const cause =
    errorType === null
      ? "Undecided"
      : `${errorType}${opName === null ? "" : ` at ${opName}`}${
          confidence === null ? "" : `, confidence ${Math.round(confidence * 100)}%`
        }`;
  const facts: Fact[] = [
    { label: "Question", text: texts?.question ?? query },
    ...(texts === undefined
      ? []
      : [
          { label: "Expected answer", text: texts.expected.join("\n") },
          { label: "Given answer", text: texts.given },
        ]),
    { label: "Cause", text: cause },
    ...(texts === undefined ? [] : [{ label: "Reason", text: texts.reason }]),
  ];
  const title = errorType === null ? "Wrong answer, cause undecided" : `Wrong answer: ${cause}`;
  return { title, tone: "bad" as const, facts, incident: data.finding ?? data.case };
}

const CHANGES = {
  "finding.opened": { title: "New finding", tone: "bad", isEnd: false },
  "finding.reopened": { title: "Finding reopened", tone: "bad", isEnd: false },
  "finding.closed": { title: "Finding closed", tone: "good", isEnd: true },
} as const;

function changedFinding(type: keyof typeof CHANGES, data: DataOf<"finding.opened">) {
  const { title, tone, isEnd } = CHANGES[type];
  const what = data.headline;
  const facts = [
    { label: "Finding", text: what },
    { label: "Error type", text: data.errorType },
    ...(data.system === null ? [] : [{ label: "Memory system", text: data.system }]),
  ];
  const source = data.system ?? data.project;
  return { title: `${title}: ${what}`, tone, isEnd, facts, incident: data.finding, source };
}
