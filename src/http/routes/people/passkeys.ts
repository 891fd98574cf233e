import type { Context } from "hono";
import { PEOPLE_ENDPOINTS } from "../../../protocol/people.ts";
import { MAX_PASSKEYS } from "../../../tenancy/sign-in/passkeys/passkeys.ts";
import type { HttpEnv } from "../../context.ts";
import { declaredInput } from "../../declared-input.ts";
import { ApiError, atLimit } from "../../errors.ts";
import { router } from "../../route.ts";
import { signedInPerson } from "../../signed-in-person.ts";
import { beginStep, complete, endedStep, takeStep, withCookies } from "./enter.ts";
import { asProvenPerson } from "./prove.ts";

export const passkeys = router();

const pageOf = (c: Context<HttpEnv>) => c.get("services").askingPage(c.req.raw);

passkeys.post("/sign-in/passkey/start", async (c) => {
  await declaredInput(c, PEOPLE_ENDPOINTS["POST /sign-in/passkey/start"]);
  const options = await c.get("services").passkeys.ask(pageOf(c));
  const { challenge } = options;
  const cookie = await beginStep(c, "passkey_sign_in", null, { challenge });
  return withCookies(c.json({ options }), [cookie]);
});

passkeys.post("/sign-in/passkey", async (c) => {
  const { answer } = await declaredInput(c, PEOPLE_ENDPOINTS["POST /sign-in/passkey"]);
  const step = await takeStep(c, "passkey_sign_in");
  const person =
    step &&
    (await c.get("services").passkeys.personBehind(answer, `${step.data.challenge}`, pageOf(c)));
  if (person === undefined) {
    throw new ApiError(
      "unauthorized",
      "This installation does not know this passkey: it was removed, or belongs to another installation. Sign in with another method.",
    );
  }
  const cookies = await complete(c, { person, firstFactor: "passkey", isRemembered: true });
  return withCookies(c.json({ status: true }), [endedStep(c, "passkey_sign_in"), ...cookies]);
});

passkeys.get("/passkeys", async (c) => {
  await declaredInput(c, PEOPLE_ENDPOINTS["GET /passkeys"]);
  const person = await signedInPerson(c);
  return c.json(await c.get("services").passkeys.list(person.id));
});

passkeys.post("/passkeys/start", async (c) => {
  const { password } = await declaredInput(c, PEOPLE_ENDPOINTS["POST /passkeys/start"]);
  return asProvenPerson(c, password, async (person) => {
    const { passkeys: known } = c.get("services");
    if ((await known.list(person.id)).length >= MAX_PASSKEYS) {
      throw atLimit(MAX_PASSKEYS, "passkeys", "Remove one first.");
    }
    const options = await known.setUp(person, pageOf(c));
    const { challenge } = options;
    const cookie = await beginStep(c, "passkey_set_up", person.id, { challenge });
    return withCookies(c.json({ options }), [cookie]);
  });
});

passkeys.post("/passkeys/add", async (c) => {
  const { name, answer } = await declaredInput(c, PEOPLE_ENDPOINTS["POST /passkeys/add"]);
  const person = await signedInPerson(c);
  const step = await takeStep(c, "passkey_set_up");
  const given = { answer, name, challenge: `${step?.data.challenge}` };
  const isAdded =
    step?.userId === person.id && (await c.get("services").passkeys.add(person, given, pageOf(c)));
  if (!isAdded) {
    throw new ApiError(
      "invalid_request",
      "answer: does not match the request for a passkey. Each request works once, within ten minutes. Add the passkey again.",
    );
  }
  await c.get("services").rememberFactor(person.signIn, "passkey");
  c.get("services").wakeMail();
  return withCookies(c.json({ status: true }), [endedStep(c, "passkey_set_up")]);
});

passkeys.post("/passkeys/rename", async (c) => {
  const { id, name } = await declaredInput(c, PEOPLE_ENDPOINTS["POST /passkeys/rename"]);
  const person = await signedInPerson(c);
  if (!(await c.get("services").passkeys.rename(person.id, id, name))) throw noPasskey();
  return c.json({ status: true });
});

passkeys.post("/passkeys/remove", async (c) => {
  const { id, password } = await declaredInput(c, PEOPLE_ENDPOINTS["POST /passkeys/remove"]);
  return asProvenPerson(c, password, async (person) => {
    if (!(await c.get("services").passkeys.remove(person, id))) throw noPasskey();
    c.get("services").wakeMail();
    return c.json({ status: true });
  });
});

const noPasskey = () => new ApiError("not_found", "You have no such passkey.");
