import type { Db } from "../../../platform/db/database.js";
import { readSettings, type SettingScope, writeDefaultSetting } from "../../store/published.js";

export const defaultGroupPath = "customer/create_account/default_group";

/** The default customer groups by scope. */
export class DefaultGroups {
  private constructor(private readonly groupOf: (scope: SettingScope) => number) {}

  static async read(db: Db): Promise<DefaultGroups> {
    const settings = await readSettings(db, [defaultGroupPath]);
    return new DefaultGroups((scope) => settings.number(defaultGroupPath, scope));
  }

  /** Returns the group id for a store view; store 0 and website 0 mean the default scope. */
  of(scope: SettingScope): number {
    return this.groupOf(scope);
  }

  /** Whether the group is the default of any of the store views. */
  includes(groupId: number, storeViews: readonly SettingScope[]): boolean {
    return storeViews.some((scope) => this.of(scope) === groupId);
  }
}

/** Makes a group the default for all scopes without a default of their own. */
export const writeDefaultGroup = (db: Db, groupId: number): Promise<void> =>
  writeDefaultSetting(db, defaultGroupPath, String(groupId));
