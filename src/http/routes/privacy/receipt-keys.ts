/** The public keys of receipts. Anybody can use them to verify a receipt. */
import { router } from "../../route.ts";

export const receiptKeys = router();

receiptKeys.get("/", async (c) => {
  const keys = await c.get("services").receiptKeys();
  c.header("Cache-Control", "public, max-age=300");
  return c.json({ keys: keys.map((x) => ({ kty: "OKP", crv: "Ed25519", use: "sig", x })) });
});
