import type { DeploymentConfig } from "../setup/deployment-config.ts";
import type { Wrangler } from "../setup/wrangler.ts";

export interface BackupDeps {
  readonly config: DeploymentConfig;
  readonly wrangler: Wrangler;
  /**
   * True: databases in `.wrangler/state` next to the configuration. False: databases on Cloudflare.
   */
  readonly isLocal: boolean;
  readonly folder: string;
  readonly say: (line: string) => void;
}
