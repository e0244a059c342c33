import { serviceUrl } from "../../http/address.js";
import type { ConfiguredContext } from "../../call/context.js";
import { inputError, WebapiError } from "../../call/errors.js";
import { queueMail } from "../../../platform/mail/mail.sql.js";
import { MailTemplates } from "../../../platform/mail/mail-templates.js";
import type { TemplateValues } from "../../../platform/mail/template.js";
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
export async function beginSetup({ db, config, log }: ConfiguredContext, userId: number): Promise<void> {
  const former = await readSecondFactor(db, userId);
  if (Date.parse(former?.setup_expires_at ?? "") - lifetime + minMailInterval > Date.now()) return;
  const token = newToken();
  const expiresAt = new Date(Date.now() + lifetime).toISOString();
  await writeSetup(db, { userId, secret: seal(newSecret(), config) }, { token, expiresAt });
  const { firstname, email } = await readAdminContact(db, userId);
  const url = serviceUrl(config);
  const values = setupMailValues(url, { firstname, token });
  const templates = new MailTemplates(config.PORTICO_MAIL_TEMPLATES);
  const name = { name: setupMailKind, storeCode: "", locale: "en_US" };
  const rendered = await templates.render(name, () => values, log);
  await queueMail(db, { kind: setupMailKind, recipient: email, ...rendered });
}

/** Name of the templates of the email with a token for setting up the second factor. */
export const setupMailKind = "second_factor";

/** Returns the values for the templates of that email. Their names are documented in docs/emails.md. */
export const setupMailValues = (
  url: string,
  { firstname, token }: { readonly firstname: string; readonly token: string },
): TemplateValues => ({
  shop: { name: new URL(url).host, url },
  customer: firstname,
  code: token,
  configure_url: `${url}rest/V1/tfa/provider/google/configure`,
  activate_url: `${url}rest/V1/tfa/provider/google/activate`,
});

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
