import type { Db } from "../../../platform/db/database.js";
import type { ConfiguredContext, Context } from "../../call/context.js";
import type { Configured } from "../../../config.js";
import type { RateLimits } from "../limits/rate-limits.js";
import { missing, signInFailed } from "../../call/errors.js";
import { UserType } from "../actor.js";
import { findAdmin, renewAdminHash } from "../admins/admins.rows.js";
import { audit } from "../audit.rows.js";
import type { Account, LockRule, ShopAccounts } from "./shop-accounts.js";
import { networkOf } from "./network-of.js";
import { requireCode, InvalidCode, SetupRequired } from "../second-factor/second-factor.js";
import { beginSetup } from "../second-factor/setup.js";
import { hashPassword, isOutdatedHash, verifyPassword } from "./password.js";
import { countFailure, clearFailures, type SignInAttempt, type SignInName } from "./sign-in-failures.sql.js";
import { keyOf } from "../../../platform/db/models.js";

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Code of the second factor of an administrator. */
  readonly otp?: string | undefined;
}

/** Runs once the sign-in is verified, in one transaction with its audit event. */
export type OnSignIn<Result> = (db: Db, id: number) => Promise<Result>;

/** The dependencies of resolvers that sign callers in. */
export interface SignInDependencies extends Configured {
  readonly limits: RateLimits;
  readonly accounts: ShopAccounts;
}

/** A context with the accounts of the shop. */
export interface AccountContext extends ConfiguredContext {
  readonly accounts: ShopAccounts;
}

/** The context of a sign-in, with the limits that it counts against. */
export interface SignInContext extends Context, SignInDependencies {}

/**
 * Signs in an administrator. Throws 400 for empty credentials; the same 401, after the same work, for an unknown name,
 * a wrong password, an inactive account and a locked account; 429 for too many attempts of an address. If administrators
 * need a second factor, throws 400 without a code and 401 for a wrong one, and emails a token to those who have to set it up.
 */
export async function signInAdmin<Result>(
  ctx: SignInContext,
  credentials: Credentials,
  welcome: OnSignIn<Result>,
): Promise<Result> {
  await ctx.limits.countSignIn(ctx.address, ctx.exchange?.response);
  requireCredentials(credentials);
  const key = keyOf(credentials.username);
  const found = await findAdmin(ctx.db, key);
  const account = found && { ...found, is_open: found.is_active };
  const attempt = new SignIn(ctx, { type: UserType.administrator, key }, await adminAccounts(ctx));
  if (!ctx.config.PORTICO_TWO_FACTOR) return attempt.check(account, credentials.password, welcome);
  try {
    return await attempt.check(account, credentials.password, async (db, id) => {
      await requireCode(db, ctx.config, { id, otp: credentials.otp });
      return welcome(db, id);
    });
  } catch (error) {
    if (account && error instanceof SetupRequired)
      await ctx.db.transaction((db) => beginSetup({ ...ctx, db }, account.id));
    throw error;
  }
}

/** An administrator, as stored. */
export interface KnownAdmin {
  readonly id: number;
  readonly username: string;
}

/**
 * Runs work that an administrator may do with a code instead of a password, in one transaction. Throws the 401 of a failed
 * sign-in while the account is locked. A wrong code counts as a failed sign-in. Runs outside a transaction.
 */
export async function admitAdmin<Result>(
  ctx: AccountContext,
  { id, username }: KnownAdmin,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const name = { type: UserType.administrator, key: keyOf(username) };
  return new SignIn(ctx, name, await adminAccounts(ctx)).admit({ id }, work);
}

/**
 * Signs in a customer on the website of the call, or on any website if accounts are shared; website 0 stands for the
 * default one. Throws as `signInAdmin` does.
 */
export async function signInCustomer<Result>(
  ctx: SignInContext,
  credentials: Credentials,
  welcome: OnSignIn<Result>,
): Promise<Result> {
  await ctx.limits.countSignIn(ctx.address, ctx.exchange?.response);
  requireCredentials(credentials);
  const key = keyOf(credentials.username);
  const { account, lock } = await ctx.accounts.findCustomer(ctx, key);
  const customers = { lock, renewHash: ctx.accounts.renewHash };
  return new SignIn(ctx, { type: UserType.customer, key }, customers).check(account, credentials.password, welcome);
}

/** A signed-in customer, as stored. */
export interface KnownCustomer {
  readonly id: number;
  readonly email: string;
  readonly password_hash: string | null;
}

/**
 * Verifies the password of a signed-in customer. A wrong one counts toward the sign-in lock, and during the lock even the
 * right one is rejected, so that nobody with a stolen token can guess the password. Runs outside a transaction.
 */
export async function verifyCustomerPassword(
  ctx: AccountContext,
  customer: KnownCustomer,
  password: string,
): Promise<boolean> {
  const { readLockRule, renewHash } = ctx.accounts;
  const name = { type: UserType.customer, key: keyOf(customer.email) };
  return new SignIn(ctx, name, { lock: await readLockRule(ctx.db), renewHash }).verify(customer, password);
}

function requireCredentials(credentials: Credentials): void {
  const empty = (["username", "password"] as const).filter((name) => credentials[name] === "");
  if (empty.length > 0) throw missing(empty);
}

/** The rule that locks a name, and how to replace the hash of its account. */
interface AccountsOfType extends Pick<ShopAccounts, "renewHash"> {
  readonly lock: LockRule;
}

const adminAccounts = async ({ db, accounts }: AccountContext): Promise<AccountsOfType> => ({
  lock: await accounts.readLockRule(db),
  renewHash: renewAdminHash,
});

/** A sign-in attempt. Its operation starts its own transactions, so that a failure is counted although the call fails. */
class SignIn {
  private readonly attempt: SignInAttempt;

  constructor(
    private readonly ctx: ConfiguredContext,
    name: SignInName,
    private readonly accounts: AccountsOfType,
  ) {
    this.attempt = { ...name, address: networkOf(ctx.address) };
  }

  /**
   * Verifies the password even if the outcome is certain, so that the response time reveals nothing. Checks the lock
   * afterwards, so that concurrent attempts get no more tries than sequential ones.
   */
  async check<Result>(account: Account | undefined, password: string, welcome: OnSignIn<Result>): Promise<Result> {
    const matches = await verifyPassword(account?.password_hash, password);
    if (!account || !matches || !account.is_open) throw await this.reject(account);
    const renewed = isOutdatedHash(account.password_hash ?? "") ? await hashPassword(password) : undefined;
    return this.admit(account, async (db) => {
      const { type, key: name } = this.attempt;
      if (renewed !== undefined)
        await this.accounts.renewHash(db, account.id, { from: account.password_hash, to: renewed });
      await audit(db, this.ctx, { event: "sign-in", type, id: account.id, name });
      return welcome(db, account.id);
    });
  }

  /**
   * Runs the work in a transaction that clears the failures. If the work throws, the failures remain, and a wrong code
   * adds one. Throws the 401 of a failed sign-in while the name is locked.
   */
  async admit<Result>(account: Pick<Account, "id">, work: (db: Db) => Promise<Result>): Promise<Result> {
    const admitted = this.ctx.db.transaction(async (db) =>
      (await clearFailures(db, this.attempt, account.id)) ? { value: await work(db) } : undefined,
    );
    const result = await admitted.catch(async (error: unknown) => {
      if (error instanceof InvalidCode) await this.recordFailure(account);
      throw error;
    });
    if (!result) throw await this.reject(account);
    return result.value;
  }

  /** Like `check`, for a signed-in customer: returns false instead of throwing, and does not count as a sign-in. */
  async verify(account: Pick<Account, "id" | "password_hash">, password: string): Promise<boolean> {
    const matches = await verifyPassword(account.password_hash, password);
    if (matches && (await this.ctx.db.transaction((db) => clearFailures(db, this.attempt, account.id)))) return true;
    await this.recordFailure(account);
    return false;
  }

  private async reject(account: Pick<Account, "id"> | undefined): Promise<Error> {
    await this.recordFailure(account);
    return signInFailed();
  }

  private async recordFailure(account: Pick<Account, "id"> | undefined): Promise<void> {
    const rule = {
      ...this.accounts.lock,
      totalFailures: this.ctx.config.PORTICO_SIGN_IN_FAILURES,
    };
    const { type, key: name } = this.attempt;
    await this.ctx.db.transaction(async (db) => {
      const locks = rule.failures > 0 && (await countFailure(db, this.attempt, rule));
      const event = locks ? "sign-in locked" : "sign-in refused";
      await audit(db, this.ctx, { event, type, id: account?.id ?? null, name });
    });
  }
}
