/** Each SDK sends its name and version in a parameter of the batch's content type. */

/** The oldest version whose batches the service still reads completely. */
export const OLDEST_SDK = "0.1.0";

/** Matches the parameter with an SDK's short name and version, such as `; js=0.1.0`. */
const SENDER = /;\s*(js|py)=(\d{1,5})\.(\d{1,5})\.(\d{1,5})/;
const PACKAGES: Readonly<Record<string, (address: string) => string>> = {
  js: (address) => `npm install ${address}/sdk.tgz`,
  py: (address) => `pip install ${address}/memtrace_sdk-0.1.0-py3-none-any.whl`,
};

/**
 * Returns the message that an SDK older than `oldest` prints once. Other senders get no message.
 * @param contentType the header of the batch, such as `application/x-ndjson;js=0.1.0`
 * @param address URL of the service, from which users install the current SDK
 */
export function outdatedSdkMessage(
  contentType: string | undefined,
  address: string,
  oldest: string = OLDEST_SDK,
): string | undefined {
  const [, name = "", ...parts] = SENDER.exec(contentType ?? "") ?? [];
  const update = PACKAGES[name];
  if (update === undefined || !isOlder(parts.map(Number), oldest.split(".").map(Number))) {
    return undefined;
  }
  return `[memtrace] This SDK has version ${parts.join(".")}, and the service supports versions from ${oldest}. Events are still stored, but new features are missing. Update it: ${update(address)}`;
}

function isOlder(version: readonly number[], than: readonly number[]): boolean {
  const at = than.findIndex((part, index) => part !== version[index]);
  return at >= 0 && (version[at] ?? 0) < (than[at] ?? 0);
}
