import type { Db } from "../db/database.js";
import { readSettings, type SettingScope } from "../store/published.js";

export const defaultGroupPath = "customer/create_account/default_group";

/** Which group new customers get, by scope. */
export class DefaultGroups {
  private constructor(private readonly groupOf: (scope: SettingScope) => number) {}

  static async read(db: Db): Promise<DefaultGroups> {
    const settings = await readSettings(db, [defaultGroupPath]);
    return new DefaultGroups((scope) => settings.number(defaultGroupPath, scope));
  }

  /** The id of the group for a store view; for store 0 and website 0 that of the default scope. */
  of(scope: SettingScope): number {
    return this.groupOf(scope);
  }

  /** Whether a group is the default one of any of the store views. */
  includes(groupId: number, storeViews: readonly SettingScope[]): boolean {
    return storeViews.some((scope) => this.of(scope) === groupId);
  }
}

/** Makes a group the default one, for all scopes that have none of their own. */
export async function writeDefaultGroup(db: Db, groupId: number): Promise<void> {
  await db.execute(
    `insert into config_value (scope, scope_id, path, value) values ('default', 0, $1::text, $2::text)
     on conflict (path, scope, scope_id) do update set value = excluded.value`,
    [defaultGroupPath, String(groupId)],
  );
}
