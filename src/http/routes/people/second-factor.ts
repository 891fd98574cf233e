import type { Context } from "hono";
import { PEOPLE_ENDPOINTS } from "../../../protocol/people.ts";
import { recordFailedSignIn } from "../../audit/record-sign-in.ts";
import type { HttpEnv } from "../../context.ts";
import { declaredInput } from "../../declared-input.ts";
import { ApiError } from "../../errors.ts";
import { router } from "../../route.ts";
import { signedInPerson } from "../../signed-in-person.ts";
import { claimAttempt } from "./attempt.ts";
import { complete, endedStep, findStep, takeStep, withCookies } from "./enter.ts";
import { asProvenPerson } from "./prove.ts";

export const secondFactor = router();

/** Attempts are counted under this name, so attempts from all networks count together. */
const attemptsOf = (person: string) => `second-factor:${person}`;

secondFactor.post("/sign-in/second-factor", async (c) => {
  const { code, isRecovery, trustBrowser } = await declaredInput(
    c,
    PEOPLE_ENDPOINTS["POST /sign-in/second-factor"],
  );
  const services = c.get("services");
  const step = await findStep(c, "second_factor");
  const person = step && (await services.steps.personOf(step));
  if (step === undefined || person === undefined) throw signInEnded();
  await claimAttempt(c, attemptsOf(person.id));
  const isRight = isRecovery
    ? await services.secondFactors.acceptsRecoveryCode(person.id, code)
    : await services.secondFactors.acceptsCode(person.id, withoutSpaces(code));
  if (!isRight) {
    recordFailedSignIn(c, person.email, isRecovery ? "recovery code" : "app code");
    throw new ApiError(
      "unauthorized",
      isRecovery
        ? "This is not one of your recovery codes, or it was used."
        : "The code is wrong, or was used. Wait for the next one and enter it.",
    );
  }
  if ((await takeStep(c, "second_factor")) === undefined) throw signInEnded();
  await services.forgetFailures(attemptsOf(person.id));
  const entry = {
    person,
    firstFactor: `${step.data.firstFactor}`,
    secondFactor: isRecovery ? "recovery code" : "app code",
    isRemembered: step.data.isRemembered === true,
  };
  const cookies = await complete(c, entry, trustBrowser);
  return withCookies(c.json({ status: true }), [endedStep(c, "second_factor"), ...cookies]);
});

secondFactor.get("/second-factor", async (c) => {
  await declaredInput(c, PEOPLE_ENDPOINTS["GET /second-factor"]);
  const person = await signedInPerson(c);
  const { secondFactors, organizationsRequiring } = c.get("services");
  const [factor, requiredBy] = await Promise.all([
    secondFactors.show(person.id),
    organizationsRequiring(person),
  ]);
  return c.json({ ...factor, requiredBy });
});

secondFactor.post("/second-factor/set-up", async (c) => {
  const { password } = await declaredInput(c, PEOPLE_ENDPOINTS["POST /second-factor/set-up"]);
  return asProvenPerson(c, password, async (person) => {
    const made = await c.get("services").secondFactors.setUp(person);
    if (made === undefined) throw alreadyOn();
    return c.json(made);
  });
});

secondFactor.post("/second-factor/confirm", async (c) => {
  const { code } = await declaredInput(c, PEOPLE_ENDPOINTS["POST /second-factor/confirm"]);
  const person = await signedInPerson(c);
  const services = c.get("services");
  await claimAttempt(c, attemptsOf(person.id));
  const codes = await services.secondFactors.confirm(person, withoutSpaces(code));
  if (codes === undefined) {
    if ((await services.secondFactors.show(person.id)).since !== null) throw alreadyOn();
    throw new ApiError(
      "invalid_request",
      "code: is wrong. Check the clock of the device with the app, and enter its current code. Nothing was changed.",
    );
  }
  await services.rememberFactor(person.signIn, "app");
  await services.forgetFailures(attemptsOf(person.id));
  services.wakeMail();
  return c.json({ codes });
});

secondFactor.post("/second-factor/renew-codes", async (c) => {
  const { password } = await declaredInput(c, PEOPLE_ENDPOINTS["POST /second-factor/renew-codes"]);
  return asProvenPerson(c, password, async (person) => {
    const codes = await c.get("services").secondFactors.renewCodes(person.id);
    if (codes === undefined) throw isOff();
    return c.json({ codes });
  });
});

secondFactor.post("/second-factor/switch-off", async (c) => {
  const { password } = await declaredInput(c, PEOPLE_ENDPOINTS["POST /second-factor/switch-off"]);
  return asProvenPerson(c, password, async (person) => {
    if (!(await c.get("services").secondFactors.switchOff(person))) throw isOff();
    c.get("services").wakeMail();
    return c.json({ status: true });
  });
});

const withoutSpaces = (code: string) => code.replace(/\s/g, "");

const signInEnded = () =>
  new ApiError(
    "unauthorized",
    "This sign-in has ended: it was finished, or began more than ten minutes ago. Sign in again.",
  );
const alreadyOn = () =>
  new ApiError("conflict", "An authenticator app is already switched on. Switch it off first.");
const isOff = () => new ApiError("conflict", "Your account has no authenticator app.");

/**
 * After this call, the person's next sign-in needs a code in every browser. This is also called
 * after a change of the password.
 */
export const endTrust = (c: Context<HttpEnv>, person: string): Promise<void> =>
  c.get("services").secondFactors.endTrust(person);
