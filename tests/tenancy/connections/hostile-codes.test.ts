/** Stolen, replayed, changed and expired codes and tokens. */
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { AuditLog } from "../../../src/database/audit/audit-log.ts";
import { oauthConnection, oauthToken } from "../../../src/database/schema/teams/connections.ts";
import { digestOf } from "../../../src/tenancy/link-token.ts";
import {
  CALLBACK,
  challengeOf,
  OAuthApp,
  RESOURCE,
  refusalOf,
  statusWith,
} from "../../workers/support/oauth-app.ts";
import { newTenant, send, type Tenant } from "../../workers/support/tenants.ts";
import { database } from "../support/browser.ts";

let tenant: Tenant;
let app: OAuthApp;
beforeAll(async () => {
  tenant = await newTenant();
  app = await OAuthApp.register();
});

const code = () => app.code(tenant.owner, tenant.project);
const tokens = () => app.tokens(tenant.owner, tenant.project);

async function ends(): Promise<number> {
  const log = new AuditLog(database, tenant.organization);
  const { items } = await log.list({ action: "connection.end" }, undefined, 100);
  return items.length;
}

describe("codes", () => {
  test("H655 a stolen code gives no access, and after a wrong attempt the code no longer works", async () => {
    const other = await OAuthApp.register({ client_name: "Thief" });
    const wrong: Parameters<OAuthApp["exchange"]>[1][] = [
      { client_id: other.id },
      { code_verifier: "another-verifier-of-at-least-forty-three-chars" },
      { redirect_uri: "http://127.0.0.1:33418/other" },
      { redirect_uri: "http://127.0.0.1:33419/callback" },
      { code_verifier: challengeOf("short") },
    ];
    for (const changes of wrong) {
      const stolen = await code();
      const before = await ends();
      expect(await refusalOf(await app.exchange(stolen, changes))).toBe("400 invalid_grant");
      expect(await refusalOf(await app.exchange(stolen))).toBe("400 invalid_grant");
      expect(await ends()).toBe(before + 1);
    }
    for (const missing of ["code_verifier", "redirect_uri", "client_id", "code"]) {
      const answer = await app.exchange(await code(), { [missing]: undefined });
      expect(await refusalOf(answer)).toBe("400 invalid_request");
    }
    const guessed = await app.exchange(`mtc_${"a".repeat(43)}`);
    expect(await refusalOf(guessed)).toBe("400 invalid_grant");
    expect(await refusalOf(await app.exchange("nonsense"))).toBe("400 invalid_grant");
  });

  test("H655 a code expires after a minute", async () => {
    const late = await code();
    const [row] = await database
      .select()
      .from(oauthConnection)
      .where(eq(oauthConnection.code, digestOf(late)));
    expect((row?.expiresAt ?? 0) - (row?.createdAt ?? 0)).toBe(60_000);
    await database
      .update(oauthConnection)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(oauthConnection.code, digestOf(late)));
    expect(await refusalOf(await app.exchange(late))).toBe("400 invalid_grant");
  });

  test("H656 a second use of a code ends the connection, even if the uses are parallel", async () => {
    const used = await code();
    const { access_token: access, refresh_token: refresh } = await (await app.exchange(used)).json<{
      access_token: string;
      refresh_token: string;
    }>();
    expect(await statusWith(access)).toBe(200);
    expect(await refusalOf(await app.exchange(used))).toBe("400 invalid_grant");
    expect(await statusWith(access)).toBe(401);
    expect(await refusalOf(await app.refresh(refresh))).toBe("400 invalid_grant");
    const raced = await code();
    const answers = await Promise.all([1, 2, 3, 4].map(() => app.exchange(raced)));
    const won = answers.filter(({ ok }) => ok);
    expect(won.length).toBeLessThanOrEqual(1);
    for (const answer of won) {
      expect(await statusWith((await answer.json<{ access_token: string }>()).access_token)).toBe(
        401,
      );
    }
  });
});

describe("tokens", () => {
  test("H657 a refresh token works once, and its second use ends the connection", async () => {
    const first = await tokens();
    const second = await (await app.refresh(first.refresh_token)).json<typeof first>();
    expect(second.scope).toBe("read");
    expect(await statusWith(first.access_token)).toBe(200);
    expect(await statusWith(second.access_token)).toBe(200);
    const before = await ends();
    expect(await refusalOf(await app.refresh(first.refresh_token))).toBe("400 invalid_grant");
    expect(await ends()).toBe(before + 1);
    for (const { access_token } of [first, second])
      expect(await statusWith(access_token)).toBe(401);
    expect(await refusalOf(await app.refresh(second.refresh_token))).toBe("400 invalid_grant");
  });

  test("H657 if a refresh token is used in parallel, at most one use gets tokens, which then end", async () => {
    const { refresh_token: refresh } = await tokens();
    const answers = await Promise.all([1, 2, 3, 4].map(() => app.refresh(refresh)));
    const won = answers.filter(({ ok }) => ok);
    expect(won.length).toBeLessThanOrEqual(1);
    for (const answer of won) {
      const { access_token: access } = await answer.json<{ access_token: string }>();
      expect(await statusWith(access)).toBe(401);
    }
  });

  test("H657 an expired token or another app's refresh token gives no access", async () => {
    const mine = await tokens();
    const other = await OAuthApp.register();
    expect(await refusalOf(await other.refresh(mine.refresh_token))).toBe("400 invalid_grant");
    expect(await statusWith(mine.access_token)).toBe(200);
    expect(await statusWith(mine.refresh_token)).toBe(401);
    expect(await refusalOf(await app.refresh(mine.access_token))).toBe("400 invalid_grant");
    for (const token of [mine.access_token, mine.refresh_token]) {
      await database
        .update(oauthToken)
        .set({ expiresAt: Date.now() - 1 })
        .where(eq(oauthToken.hash, digestOf(token)));
    }
    expect(await statusWith(mine.access_token)).toBe(401);
    expect(await refusalOf(await app.refresh(mine.refresh_token))).toBe("400 invalid_grant");
  });

  test("H658 tokens work at the MCP server only", async () => {
    const { access_token: access, refresh_token: refresh } = await tokens();
    const headers = { authorization: `Bearer ${access}` };
    for (const path of ["/v1/whoami", "/v1/cases", "/scim/v2/Users", "/v1/operator/status"]) {
      expect([path, (await send(path, { headers })).status]).toEqual([path, 401]);
    }
    for (const resource of ["http://memtrace.test", `${RESOURCE}/`, "https://other.example/mcp"]) {
      expect(await refusalOf(await app.exchange(await code(), { resource }))).toBe(
        "400 invalid_target",
      );
      expect(await refusalOf(await app.refresh(refresh, { resource }))).toBe("400 invalid_target");
    }
    expect((await app.refresh(refresh)).status).toBe(200);
  });

  test("H664 an app can give up its access with either token; another app cannot", async () => {
    for (const kind of ["access_token", "refresh_token"] as const) {
      const mine = await tokens();
      const other = await OAuthApp.register();
      expect((await other.revoke(mine[kind])).status).toBe(200);
      expect(await statusWith(mine.access_token)).toBe(200);
      expect((await app.revoke(mine[kind])).status).toBe(200);
      expect(await statusWith(mine.access_token)).toBe(401);
      expect(await refusalOf(await app.refresh(mine.refresh_token))).toBe("400 invalid_grant");
    }
    expect((await app.revoke("unknown")).status).toBe(200);
  });

  test("H666 codes and tokens are stored as hashes, and no cache keeps their answers", async () => {
    const secret = await code();
    const answer = await app.exchange(secret);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const issued = await answer.json<{ access_token: string; refresh_token: string }>();
    const stored = JSON.stringify([
      await database.select().from(oauthConnection),
      await database.select().from(oauthToken),
    ]);
    for (const each of [secret, issued.access_token, issued.refresh_token]) {
      expect(stored).toContain(digestOf(each));
      expect(stored).not.toContain(each);
      expect(stored).not.toContain(each.slice(4));
    }
  });

  test("H655 a request for tokens in another format is refused", async () => {
    const form = { grant_type: "password", client_id: app.id, username: "a", password: "b" };
    expect(await refusalOf(await app.form("/oauth/token", form))).toBe(
      "400 unsupported_grant_type",
    );
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const body = `grant_type=refresh_token&client_id=${app.id}&client_id=x&refresh_token=y`;
    const twice = await send("/oauth/token", { method: "POST", headers, body });
    expect(await refusalOf(twice)).toBe("400 invalid_request");
    const json = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
    expect(await refusalOf(await send("/oauth/token", json))).toBe("400 invalid_request");
    const unknown = await app.refresh(`mtr_${"a".repeat(43)}`, { client_id: "app_none" });
    expect(await refusalOf(unknown)).toBe("401 invalid_client");
    expect((await send(`/oauth/token?code=1&redirect_uri=${CALLBACK}`)).status).toBe(404);
  });
});
