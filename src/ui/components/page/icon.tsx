/**
 * Line icons on a grid of 16 × 16. Icons are decoration, so a text next to an icon must have the
 * same meaning.
 */
const PATHS = {
  overview: "M2.5 13.5v-5M6.2 13.5v-9M9.8 13.5v-6M13.5 13.5v-11",
  cases: "M2.5 4h11M2.5 8h11M2.5 12h7",
  agreement: "M6 3.5a4.5 4.5 0 1 0 .01 0M10 3.5a4.5 4.5 0 1 0 .01 0",
  reports: "M4 2.5h5.5L12.5 5.5v8h-8.5zM6 7.5h4M6 10h4",
  findings: "M3 13.5v-11h9.5l-2 3.2 2 3.3H3",
  prompts: "M2.5 3.5h11v9h-11zM5 6.5l2 1.7-2 1.8M8.5 10h2.5",
  proposals: "M3 13l.8-3.2L10.5 3l2.5 2.5-6.8 6.7zM9 4.5 11.5 7",
  experiments: "M5.8 2.5h4.4M6.8 2.5v4L3.3 13.5h9.4L9.2 6.5v-4M5 10.2h6",
  benchmarks: "M3.5 2.5h9v11l-4.5-3-4.5 3zM6 6h4",
  graphs:
    "M4 4.5a1.5 1.5 0 1 0 .01 0M12 3a1.5 1.5 0 1 0 .01 0M11 11a1.5 1.5 0 1 0 .01 0M5.5 5.7 10.5 4.7M5 7l4.8 4.3",
  alerts: "M4 11V7.5a4 4 0 0 1 8 0V11l1.5 1.5h-11zM6.8 14h2.4",
  webhooks: "M8 2.5v6M5.5 6 8 8.5 10.5 6M2.5 10.5v3h11v-3",
  keys: "M10.5 3a2.5 2.5 0 1 0 .01 0M8.7 7.3 3 13M5 11l1.8 1.8",
  people:
    "M6 3a2.2 2.2 0 1 0 .01 0M2 13c0-2.6 1.6-4 4-4s4 1.4 4 4M10.8 3.3a2.2 2.2 0 0 1 0 4M11.8 9.2c1.5.5 2.2 1.8 2.2 3.8",
  privacy: "M8 2l5 2v4c0 3.2-2 5.2-5 6.2C5 13.2 3 11.2 3 8V4zM6 8l1.5 1.5L10.2 6.5",
  settings: "M2.5 4.5h6M11.5 4.5h2M10 3v3M2.5 11.5h2M7.5 11.5h6M6 10v3",
  memory: "M3 4.5h10v7H3zM5.5 4.5v-2M8 4.5v-2M10.5 4.5v-2M5.5 13.5v-2M8 13.5v-2M10.5 13.5v-2",
  judge: "M8 2.5v11M4.5 13.5h7M3 5.5h10M3 5.5 1.5 9.5h3zM13 5.5l-1.5 4h3z",
  health: "M1.5 8.5h3l1.7-4.5 3 8 1.8-3.5h3.5",
  queues: "M2.5 3.5h7M2.5 7h7M2.5 10.5h4M9 11.5l2 2 3.5-4.5",
  mentions: "M8 5.5a2.5 2.5 0 1 0 .01 0M10.5 5.5v3.3c0 2.4 3 2 3-.8A5.5 5.5 0 1 0 11 12.6",
  docs: "M3 3.5c2-.8 3.7-.5 5 .5 1.3-1 3-1.3 5-.5v9c-2-.8-3.7-.5-5 .5-1.3-1-3-1.3-5-.5zM8 4v9",
  search: "M7 3a4 4 0 1 0 .01 0M10 10l3.5 3.5",
  copy: "M5.5 5.5h7v8h-7zM3.5 10.5v-8h7",
  check: "M3 8.5 6.5 12 13 4.5",
  cross: "M4 4l8 8M12 4l-8 8",
  sun: "M8 5.5a2.5 2.5 0 1 0 .01 0M8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 11.6l1 1M3.4 12.6l1-1M11.6 4.4l1-1",
  moon: "M13 9.8A5.5 5.5 0 0 1 6.2 3 5.5 5.5 0 1 0 13 9.8z",
  system: "M2.5 3.5h11v7h-11zM6 13.5h4M8 10.5v3",
  down: "M4 6l4 4 4-4",
  right: "M6 4l4 4-4 4",
  warning: "M8 2.5 14 13H2zM8 6.5v3M8 11.3v.2",
  refresh: "M13 8a5 5 0 1 1-1.5-3.5M13 2.5v3h-3",
  download: "M8 2.5v7M5 7l3 3 3-3M2.5 13.5h11",
  print: "M4.5 6V2.5h7V6M4.5 11h-2V6h11v5h-2M4.5 9.5h7v4h-7z",
  share:
    "M12 2.5a1.5 1.5 0 1 0 .01 0M12 10.5a1.5 1.5 0 1 0 .01 0M4 6.5a1.5 1.5 0 1 0 .01 0M5.4 7.3l5.2-2.6M5.4 8.7l5.2 2.6",
  plus: "M8 3v10M3 8h10",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
