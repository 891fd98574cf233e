import type { DeploymentConfig } from "../setup/deployment-config.ts";
import type { Wrangler } from "../setup/wrangler.ts";

export interface BackupDeps {
  readonly config: DeploymentConfig;
  readonly wrangler: Wrangler;
  /**
   * True: use the databases in `.wrangler/state` next to the configuration. False: use the
   * databases on Cloudflare.
   */
  readonly isLocal: boolean;
  /** Folder of the backup. */
  readonly folder: string;
  readonly say: (line: string) => void;
}
