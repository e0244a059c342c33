import { admits } from "../../../api/auth/actor.js";
import { verifyCustomerPassword } from "../../../api/auth/sign-in/sign-in.js";
import type { ConfiguredContext, Context } from "../../../api/call/context.js";
import { inputError, missing, type WebapiError } from "../../../api/call/errors.js";
import { readAccount } from "./accounts.rows.js";
import { shopAccounts } from "./shop-accounts.js";
import { manage, passwordMismatch } from "../customer-errors.js";
import type { Customer } from "../customers.types.js";

/**
 * Whether the call may change the email address of the customer: whoever owns the address can reset the password, so a
 * customer has to send the current password. Throws 401 for a wrong password, which counts toward the sign-in lock. Runs
 * outside a transaction, so that the failure is counted although the call fails.
 */
export async function mayChangeEmail(
  ctx: ConfiguredContext,
  given: Customer,
  currentPassword: string | null,
): Promise<boolean> {
  if (!ctx.config.PORTICO_EMAIL_NEEDS_PASSWORD || admits([manage], ctx.actor)) return true;
  if (ctx.isEnclosed || currentPassword === null || given.email == null || given.id == null) return false;
  const account = await readAccount(ctx.db, given.id);
  if (!account || !isNewEmail(account, given)) return false;
  if (!(await verifyCustomerPassword({ ...ctx, accounts: shopAccounts }, account, currentPassword)))
    throw passwordMismatch();
  return true;
}

/**
 * 400 for a new email address that the call may not set. Queued calls and calls with an `Idempotency-Key` never may:
 * their failures are rolled back, so guesses would not be counted.
 */
export const emailChangeRefused = ({ isEnclosed }: Context): WebapiError =>
  isEnclosed
    ? inputError(
        "Customers cannot change their email address asynchronously or with an Idempotency-Key. Use a plain synchronous call.",
      )
    : missing(["currentPassword"]);

/** Whether a customer gets another email address, ignoring case. */
export const isNewEmail = (before: Pick<Customer, "email">, after: Pick<Customer, "email">): boolean =>
  before.email?.toLowerCase() !== after.email?.toLowerCase();
