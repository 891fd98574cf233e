/** Tells an invited person which e-mail address to sign in with. */
export function InvitedNote({ next }: { next: string | undefined }) {
  if (!next?.startsWith("/join/")) return null;
  return (
    <p className="door-text">
      You are invited to an organization. Use the e-mail address that the invitation was made for.
    </p>
  );
}
