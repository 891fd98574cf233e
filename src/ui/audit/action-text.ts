/** Example: "webhook.rotate_secret" becomes "Webhook: rotate secret". */
export function actionText(action: string): string {
  const [kind = "", verb = ""] = action.replaceAll("_", " ").split(".");
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}: ${verb}`;
}
