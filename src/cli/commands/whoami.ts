/** `memtrace whoami`: shows whether the service accepts the key, and the key's scopes. */
import {
  type Command,
  clientOf,
  commandOptions,
  EXIT,
  noArguments,
  SERVICE_HELP,
  SERVICE_OPTIONS,
} from "../command.ts";
import { oneLine } from "../text/shown-text.ts";

export const whoami: Command = {
  usage: "[options]",
  summary: "show the key's project, name, scopes and expiry",
  help: `Asks the service for the key's project, name, scopes and expiry. The key needs the scope read.
If the key lacks this scope, the error names the scopes of the key.

${SERVICE_HELP}`,
  async run(args, terminal) {
    const { values, positionals } = commandOptions("whoami", SERVICE_OPTIONS, args);
    noArguments("whoami", positionals);
    const who = await clientOf("whoami", values, terminal).whoami();
    if (values.json) {
      terminal.printJson(who);
      return EXIT.done;
    }
    const lines = [
      ["project", `${oneLine(who.project.name)} (${who.project.id})`],
      [who.kind, oneLine(who.name)],
      ["scopes", who.scopes.join(", ")],
      ["expires", who.expiresAt ?? "never"],
    ];
    terminal.print(lines.map(([name = "", text]) => `${name.padEnd(9)}${text}`).join("\n"));
    return EXIT.done;
  },
};
