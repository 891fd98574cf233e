import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { signOut } from "../api/people.ts";

/** Returns a function that signs out in this browser and opens the sign-in page. */
export function useSignOut() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return useMutation({
    mutationFn: signOut,
    onSettled: () => {
      client.clear();
      return navigate({ to: "/sign-in" });
    },
  });
}
