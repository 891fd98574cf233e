/** Explains the sign-in to a person who followed an invitation's link. */
export function InvitedNote({ next }: { next: string | undefined }) {
  if (!next?.startsWith("/join/")) return null;
  return (
    <p className="door-text">
      You are invited to an organization. Use the e-mail address that the invitation was made for.
    </p>
  );
}
