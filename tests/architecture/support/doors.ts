/**
 * Maps each inner folder to its public files ("doors"). Files outside the folder may import only
 * the doors; files inside it, and in its subfolders, may import every file. A folder that is not
 * listed has no door.
 */
export const DOORS: Readonly<Record<string, string>> = {
  "sdk/src/core":
    "bounds client encode keep-latest name options problem service trace-function try-or-undefined wire",
  "sdk/src/deliver": "deferred-work delivery retry sample",
  "sdk/src/datasets": "conversation-dataset placed-value read-locomo read-longmemeval",
  "sdk/src/experiments":
    "experiment experiment-options experiment-requests experiment-results item-result matches",
  "sdk/src/integrations/langchain": "langchain-runs",
  "sdk/src/integrations/mem0": "mem0",
  "sdk/src/record": "emitter recorder resolve-values scope traced-call variable",
  "sdk/src/replay": "plan replay",
  "src/attribution/agent": "agent compress limits second-opinion tools verdict-form",
  "src/attribution/answers":
    "answer-reading answers passages unit-features value-agreement whole-answer word-share wrong-words",
  "src/attribution/answers/compare": "computed-count every-word",
  "src/attribution/carry":
    "answer-giving carry match-profiles memory-texts other-answer paraphrase-rate placement restating step-transfer subject",
  "src/attribution/carry/words": "need-words role-swap wanted-words",
  "src/attribution/cases":
    "accuracy annotations answered-questions benchmark-annotation comparable-text discover-cases equal-values find-query-and-answer label-causes scored-answers write-annotations",
  "src/attribution/claims": "annotation-claims claims tenable witness",
  "src/attribution/confidence":
    "cause-probabilities confidence confidence-features confidence-weights extraction-doubt other-cause-doubt retrieval-doubt",
  "src/attribution/corrections": "corrected-turns find-corrections",
  "src/attribution/evidence":
    "bm25 inferred-evidence message-corpus question-search rank-fusion replies search-evidence",
  "src/attribution/explain": "explain inferred undecided",
  "src/attribution/flow":
    "deciding-step decisive-loss anchors branch-width false-memory find-losses finding flow handling-step loss-type stage-reading trace-context usual-overlap",
  "src/attribution/flow/retirement": "retirement",
  "src/attribution/flow/retrieval": "missed-subject quoted-units retrieval-loss",
  "src/attribution/impact": "answer-base resting",
  "src/attribution/judge": "judge-answer unjudged-answers",
  "src/attribution/large": "case-graph",
  "src/attribution/needs":
    "asked-together expected-answer inferred-answer need need-statement needs",
  "src/attribution/oracle": "metered-model oracle stage stage-answers stage-question",
  "src/attribution/outside":
    "computed-answer non-memory-errors other-day swapped-answer unsaid-answer",
  "src/attribution/roles": "graph-texts message-text roles visible-fields",
  "src/attribution/source": "find-source wrong-part",
  "src/attribution/sub-kinds": "sub-kind",
  "src/attribution/survival": "count-facts follow-facts follow-text survival",
  "src/database/annotation":
    "agreement-repository comment-repository decision-repository find-mentions label-repository label-rows mention-repository project-members",
  "src/database/audit": "audit-log audit-recorder",
  "src/database/benchmarks": "benchmark-repository benchmarks-of-graph frozen-benchmarks",
  "src/database/cases": "blamed-variables case-filter case-repository case-views new-cases",
  "src/database/cases/answers":
    "answer-repository expected-answers impact-answers is-no-case right-answers",
  "src/database/cases/tallies": "count-answers count-wrong kinds lost-kinds prove-tallies",
  "src/database/experiments":
    "dataset-repository experiment-repository items-of-graph replay-repository",
  "src/database/cold":
    "cold-bucket cold-rows delete-objects graphs-to-move move-packs packs-lost stored-packs",
  "src/database/placement": "graphs-left move-rows project-placement",
  "src/database/graphs":
    "flush-graph graph-cache graph-deletion graph-names graph-repository graphs-without-overview overview-repository pack-body pack-databases project-deletion retention waiting-graphs",
  "src/database/alerts":
    "alert-counts channel-readers rule-deliveries rule-repository timed-rules tracked-issues",
  "src/database/insights":
    "attribution-tally change-finding finding-repository finding-views record-finding redact-reports report-repository shift-repository tell-finding",
  "src/database/judge": "due-judgements judge-repository",
  "src/database/jobs":
    "channel-repository job-end job-repository model-repository test-messages webhook-repository",
  "src/database/mail": "add-letter letter-repository",
  "src/database/memory": "graphs-to-count health-bounds health-repository memory-repository",
  "src/database/operator": "operator-status",
  "src/database/people": "role-in-project",
  "src/database/privacy":
    "expire-data export-repository project-data receipt-repository redaction-repository retention-repository",
  "src/database/prompts": "prompt-id prompt-repository prompt-traces proposal-repository",
  "src/database/queues": "queue-item-repository queue-repository",
  "src/database/sharing": "link-repository view-repository",
  "src/database/tokens": "price-repository tokens-by-model",
  "src/database/usage": "billing-repository count-usage usage-alerts usage-repository",
  "src/database/schema":
    "alerts experiments findings identity jobs judge memory model privacy project prompts proposals redaction replays sharing",
  "src/database/schema/teams":
    "audit connections mail operation project-roles report-settings scim sign-in sso usage",
  "src/database/schema/graphs": "cold-objects pack-placement",
  "src/database/schema/annotation": "answers benchmarks comments decisions labels queues",
  "src/event-store/live": "live-feed",
  "src/event-store/log": "graph-log incoming-events pack-schedule pack-times",
  "src/event-store/pack":
    "byte-columns compression id-list pack-codec pack-texts packed-graph recent-chunks",
  "src/graph/build":
    "adjacency build-graph edited-text event-table graph-events graph-rows monotonic-times values variable-versions",
  "src/graph/columns": "bounded-cache columns label-table row-set string-table",
  "src/graph/flow": "flow flow-index made-of unit-lives",
  "src/graph/history": "blame differences enclosing ended-before execution-order version-chain",
  "src/graph/ledger":
    "cases-by-unit derived empty-searches ledger memory-summary reach sources unit-reads",
  "src/graph/memory":
    "held-spans memory-units messages record-categories removal store structural-signatures unit-life unrecorded-writes variable-links variable-role versions",
  "src/graph/parts": "graph-part record-filter subgraph subgraph-algebra take-part walk",
  "src/graph/search": "search text-matcher text-query",
  "src/graph/search/pattern": "linear-pattern pattern-syntax",
  "src/graph/smartcomment": "export import imported-event record-fields",
  "src/http/ask": "answer-question",
  "src/http/audit":
    "audit-intent record-change record-connection record-people record-sign-in record-tool-change",
  "src/http/benchmarks": "export-benchmark freeze known-benchmark zip",
  "src/http/exports": "export-files",
  "src/http/graphs":
    "check-record export-weight flow-answer graph-answers graph-file graph-part-answers graph-query-views graph-revision graph-views import-graph made-of-answer missing-record overviews variable-detail",
  "src/http/graphs/impact": "impact-answer impact-starts reach-answer",
  "src/http/graphs/ledger": "derived-answer ledger-answers open-ledger prepare-overviews",
  "src/http/ingest": "ingest otlp-ingest project-redaction quota redact-splices request-body",
  "src/http/mcp": "mcp",
  "src/http/oauth": "metadata oauth",
  "src/http/operation": "record-request",
  "src/http/routes": "local-letters people unsubscribe",
  "src/http/routes/ask": "ask",
  "src/http/routes/audit": "audit",
  "src/http/routes/people":
    "account addresses attempt connections enter passkeys providers second-factor sign-in-settings",
  "src/http/routes/benchmarks": "benchmarks",
  "src/http/routes/cases": "cases",
  "src/http/routes/channels": "channels",
  "src/http/routes/comments": "comments",
  "src/http/routes/datasets": "datasets",
  "src/http/routes/experiments": "experiments",
  "src/http/routes/graph-queries": "graph-parts graph-queries graph-warnings",
  "src/http/routes/graphs": "deletion events graphs live otlp",
  "src/http/routes/insights":
    "distribution distribution-answer findings merge-findings reports shifts",
  "src/http/routes/labels": "label-answers labels set-label",
  "src/http/routes/health": "health",
  "src/http/routes/impact": "impact",
  "src/http/routes/judge": "judge",
  "src/http/routes/ledger": "ledger",
  "src/http/routes/operator": "operator",
  "src/http/routes/project": "connected-apps jobs keys model prices project projects",
  "src/http/routes/privacy": "exports receipt-keys receipts redaction retention",
  "src/http/routes/prompts": "prompts",
  "src/http/routes/proposals": "proposals",
  "src/http/routes/queues": "queues",
  "src/http/routes/replays": "planned-case replays",
  "src/http/routes/rules": "rules",
  "src/http/routes/scim": "scim",
  "src/http/routes/sharing": "links open-link views",
  "src/http/routes/sso": "sso",
  "src/http/routes/usage": "show-usage",
  "src/http/routes/webhooks": "webhooks",
  "src/http/tools": "all-tools tool tool-context tool-result",
  "src/http/tools/cases":
    "error-distribution label-case list-cases propose-fix replay-plan reports why-wrong",
  "src/http/tools/graphs": "blame-unit memory-at search-graph trace-information",
};
