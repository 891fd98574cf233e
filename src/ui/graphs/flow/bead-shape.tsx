import type { BeadRole } from "../../../protocol/api/explorer/flow-bounds.ts";

/** Draws a message. The shape depends on the message's role. */
export function BeadShape({ role }: { role: BeadRole }) {
  if (role === "query") return <path className="bead" data-role={role} d="M0,-5L5,0L0,5L-5,0Z" />;
  if (role === "answer") {
    return <rect className="bead" data-role={role} x={-4} y={-4} width={8} height={8} />;
  }
  return <circle className="bead" data-role={role} r={4} />;
}
