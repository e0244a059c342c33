import type { Db } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";
import { bytesOf } from "../integrations/integrations.rows.js";
import { tokenHash } from "../tokens/tokens.js";

/** The second factor of an administrator, with the secret in stored form. */
export type SecondFactor = Row<"adminSecondFactor">;

/** Returns the second factor of an administrator, or undefined if there is none. */
export async function readSecondFactor(db: Db, userId: number): Promise<SecondFactor | undefined> {
  return (await db.models.adminSecondFactor.findUnique({ where: { user_id: userId } })) ?? undefined;
}

/** Returns whether an administrator exists. */
export const hasAdmin = async (db: Db, id: number): Promise<boolean> =>
  (await db.models.adminUser.findUnique({ where: { id }, select: { id: true } })) !== null;

/** A second factor that is being set up, and its owner. */
export type Setup = SecondFactor & { readonly user: Pick<Row<"adminUser">, "username" | "email" | "is_active"> };

/** Returns the second factor that a setup token belongs to, or undefined if there is none. */
export async function findSetup(db: Db, token: string): Promise<Setup | undefined> {
  const found = await db.models.adminSecondFactor.findUnique({
    where: { setup_token_hash: bytesOf(tokenHash(token)) },
    include: { user: { select: { username: true, email: true, is_active: true } } },
  });
  return found ?? undefined;
}

/** A setup token, and the time at which it expires. */
interface SetupToken {
  readonly token: string;
  readonly expiresAt: string;
}

/** Stores a setup token for an administrator, and the secret if there is none yet. */
export async function writeSetup(
  db: Db,
  { userId, secret }: { readonly userId: number; readonly secret: string },
  { token, expiresAt }: SetupToken,
): Promise<void> {
  const setup = { setup_token_hash: bytesOf(tokenHash(token)), setup_expires_at: expiresAt };
  await db.models.adminSecondFactor.upsert({
    where: { user_id: userId },
    create: { user_id: userId, secret, ...setup },
    update: setup,
    select: { user_id: true },
  });
}

/** Replaces the secret of an administrator and activates the second factor. */
export async function writeSecret(db: Db, userId: number, secret: string): Promise<void> {
  const active = { secret, is_active: true, last_step: 0, setup_token_hash: null, setup_expires_at: null };
  await db.models.adminSecondFactor.upsert({
    where: { user_id: userId },
    create: { user_id: userId, ...active },
    update: active,
    select: { user_id: true },
  });
}

/** Marks the step of a code as used. Returns false if a code of this step or a later one was used before. */
export async function useStep(db: Db, userId: number, step: number): Promise<boolean> {
  const { count } = await db.models.adminSecondFactor.updateMany({
    where: { user_id: userId, last_step: { lt: step } },
    data: { last_step: step },
  });
  return count > 0;
}

/** Activates a second factor. */
export async function activate(db: Db, userId: number): Promise<void> {
  await db.models.adminSecondFactor.updateMany({ where: { user_id: userId }, data: { is_active: true } });
}

/** Removes a second factor. Returns false if there was none. */
export const removeSecondFactor = async (db: Db, userId: number): Promise<boolean> =>
  (await db.models.adminSecondFactor.deleteMany({ where: { user_id: userId } })).count > 0;
