// SQL: measured by `start`: one statement over all tables with secrets, before Prisma is loaded.
import type { Db } from "../../../platform/db/database.js";
import type { SecretPlace } from "./read-secrets.js";
import { clearPrefix, keyIdsOf, type KeySetting } from "./secrets.js";

/** Numbers of stored secrets that need attention. */
export interface SecretsAtRisk {
  /** Stored unencrypted. */
  readonly clear: number;
  /** Encrypted with a key that the settings do not list, so that they cannot be used. */
  readonly unreadable: number;
}

/** Counts the stored secrets that are unencrypted or unreadable. */
export async function countSecretsAtRisk(
  db: Db,
  setting: KeySetting,
  others: readonly SecretPlace[],
): Promise<SecretsAtRisk> {
  const row = await db.one<SecretsAtRisk>(
    `select count(*) filter (where starts_with(secret, '${clearPrefix}'))::int as clear,
       count(*) filter (where split_part(secret, ':', 3) <> '' and not starts_with(secret, '${clearPrefix}')
         and split_part(secret, ':', 2) <> all($1::text[]))::int as unreadable
     from (
       select consumer_secret as secret from integration
       union all select secret from access_token where user_type = 1
       union all select token_secret from oauth_exchange
       union all select secret from admin_second_factor
       ${others.map(({ relation }) => `union all select secret from ${relation} s`).join(" ")}
     ) stored where secret is not null`,
    [keyIdsOf(setting)],
  );
  return row ?? { clear: 0, unreadable: 0 };
}
