import { serviceUrl } from "../../http/address.js";
import type { ConfiguredContext } from "../../call/context.js";
import { inputError, WebapiError } from "../../call/errors.js";
import { queueMail } from "../../../platform/mail/mail.sql.js";
import { readAdminContact } from "../admins/admins.rows.js";
import { audit } from "../audit.rows.js";
import { UserType } from "../actor.js";
import { seal, unseal } from "../secrets/secrets.js";
import { newToken } from "../tokens/tokens.js";
import { useCode } from "./second-factor.js";
import type { GoogleConfigure } from "./providers.types.js";
import { activate, findSetup, readSecondFactor, type Setup, writeSetup } from "./second-factors.rows.js";
import { newSecret, qrPng, uriOf } from "./totp.js";

/** Lifetime of a setup token in milliseconds. */
const lifetime = 3_600_000;

/** Minimum time between two emails to an administrator, in milliseconds. */
const minMailInterval = 60_000;

/**
 * Emails an administrator a token for setting up the second factor, at most once a minute, and invalidates an earlier
 * token. Runs in a transaction.
 */
export async function beginSetup({ db, config }: ConfiguredContext, userId: number): Promise<void> {
  const former = await readSecondFactor(db, userId);
  if (Date.parse(former?.setup_expires_at ?? "") - lifetime + minMailInterval > Date.now()) return;
  const token = newToken();
  const expiresAt = new Date(Date.now() + lifetime).toISOString();
  await writeSetup(db, { userId, secret: seal(newSecret(), config) }, { token, expiresAt });
  const { firstname, email } = await readAdminContact(db, userId);
  const url = serviceUrl(config);
  const paragraphs = [
    `Hello ${firstname},`,
    `administrators of ${new URL(url).host} sign in with a password and a code from an authenticator app. To set up yours, use this token within an hour: ${token}`,
    `Send it as tfaToken to ${url}rest/V1/tfa/provider/google/configure for the QR code, and with a code as otp to ${url}rest/V1/tfa/provider/google/activate.`,
    "If you did not sign in just now, somebody knows your password: change it.",
  ];
  await queueMail(db, {
    kind: "second_factor",
    recipient: email,
    subject: `Set up your second factor for ${new URL(url).host}`,
    body: `${paragraphs.join("\n\n")}\n`,
  });
}

/**
 * Returns the setup data for an authenticator app. Throws 401 for a wrong or expired token, 400 if it is already set up.
 */
export async function setupData({ db, config }: ConfiguredContext, tfaToken: string): Promise<GoogleConfigure> {
  const setup = await openSetup(db, tfaToken);
  const secret = unseal(setup.secret, config);
  const uri = uriOf(secret, { issuer: new URL(serviceUrl(config)).hostname, account: setup.user.email });
  const qrCode = await qrPng(uri);
  return { qr_code_base64: qrCode.toString("base64"), secret_code: secret };
}

/** Returns the second factor of the owner of a setup token, set up or not. Throws 401 for a wrong or expired token. */
export async function findOwner(db: ConfiguredContext["db"], tfaToken: string): Promise<Setup> {
  const setup = await findSetup(db, tfaToken);
  if (!setup?.user.is_active || Date.parse(setup.setup_expires_at ?? "") <= Date.now())
    throw new WebapiError("NOT_AUTHORIZED", "Invalid two-factor authorization token");
  return setup;
}

/** Returns the second factor that a token sets up. Throws as `setupData` does. */
export async function openSetup(db: ConfiguredContext["db"], tfaToken: string): Promise<Setup> {
  const setup = await findOwner(db, tfaToken);
  if (setup.is_active) throw inputError("Provider is already configured.");
  return setup;
}

/** Activates a second factor with its first code, in a transaction. Throws 401 for a wrong code. */
export async function activateWithCode(ctx: ConfiguredContext, setup: Setup, otp: string): Promise<void> {
  const { db, config } = ctx;
  await useCode(db, config, { factor: setup, otp });
  await activate(db, setup.user_id);
  const { username: name } = setup.user;
  await audit(db, ctx, { event: "second factor activated", type: UserType.administrator, id: setup.user_id, name });
}
