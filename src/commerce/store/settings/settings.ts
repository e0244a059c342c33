import type { Row } from "../../../platform/db/models.js";
import { knownSettings } from "./known-settings.js";

/** The store view and website of a setting; 0 and 0 mean the default scope. */
export interface SettingScope {
  readonly storeId: number;
  readonly websiteId: number;
}

/** The scope of values that apply everywhere. */
export const globalScope: SettingScope = { storeId: 0, websiteId: 0 };

export type SettingRow = Row<"configValue">;

/** Settings as read. The narrowest scope wins: store view, then website, then default. */
export class Settings {
  private readonly values: ReadonlyMap<string, string>;

  constructor(rows: readonly SettingRow[]) {
    this.values = new Map(rows.map((row) => [keyOf(row.path, row.scope, row.scope_id), row.value]));
  }

  /** Returns the value of a path; if it was never set, Magento's default or an empty text. */
  value(path: string, { storeId, websiteId }: SettingScope): string {
    return (
      this.values.get(keyOf(path, "stores", storeId)) ??
      this.values.get(keyOf(path, "websites", websiteId)) ??
      this.values.get(keyOf(path, "default", 0)) ??
      knownSettings[path]?.defaultValue ??
      ""
    );
  }

  /** Whether a `1`/`0` setting is on. */
  isOn(path: string, scope: SettingScope): boolean {
    return this.value(path, scope) === "1";
  }

  /** Returns an integer setting; 0 if it is not one. */
  number(path: string, scope: SettingScope): number {
    return Number.parseInt(this.value(path, scope), 10) || 0;
  }
}

const keyOf = (path: string, scope: string, id: number) => `${scope}/${id}/${path}`;
