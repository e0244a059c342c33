import type { Config } from "../../../config.js";
import type { Db } from "../../../platform/db/database.js";
import { inputError, WebapiError } from "../../call/errors.js";
import { unseal } from "../secrets/secrets.js";
import { readSecondFactor, type SecondFactor, useStep } from "./second-factors.rows.js";
import { stepOf } from "./totp.js";

/** Magento's code for authenticator apps. */
const provider = "google";

/** 401 for a wrong code, or one that was used before. It counts as a failed sign-in. */
export class InvalidCode extends WebapiError {
  constructor() {
    super("NOT_AUTHORIZED", "Invalid code.");
  }
}

/** 400 for an administrator who has to set up the second factor. */
export class SetupRequired extends WebapiError {
  constructor() {
    super(
      "BAD_REQUEST",
      "You are required to configure personal Two-Factor Authorization in order to login. Please check your email.",
      { parameters: { providers: [provider], active_providers: [] } },
    );
  }
}

/** 400 for a sign-in that lacks a code. */
const codeRequired = () =>
  inputError("Please use the 2fa provider-specific endpoints to obtain a token.", { active_providers: [provider] });

/**
 * Checks the code of an administrator whose password is right, in the transaction of the sign-in. Throws 400 without a code
 * and for an administrator without a second factor, and 401 for a wrong code.
 */
export async function requireCode(db: Db, config: Config, { id, otp }: { id: number; otp: string | undefined }) {
  const factor = await readSecondFactor(db, id);
  if (otp === undefined) throw factor?.is_active ? codeRequired() : new SetupRequired();
  if (!factor?.is_active) throw inputError("Provider is not configured.");
  await useCode(db, config, { factor, otp });
}

/** Uses up a code. Throws 401 for a wrong code, and for one that was used before. */
export async function useCode(
  db: Db,
  config: Config,
  { factor, otp }: { readonly factor: SecondFactor; readonly otp: string },
): Promise<void> {
  const step = stepOf(unseal(factor.secret, config), otp, Date.now());
  if (step === undefined || !(await useStep(db, factor.user_id, step))) throw new InvalidCode();
}
