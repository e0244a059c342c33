import type { TestApp } from "../../../support/app.js";
import { type Row, uniqueColumns } from "./rows.js";
import { firstLaterId, internalTables, type Stage } from "./fixtures.js";

/** A changed row: `old` is null for an insert, `now` is null for a deletion. */
interface Change {
  readonly table: string;
  readonly old: Row | null;
  readonly now: Row | null;
}

/** Columns that customers may set in their accounts. Only the service or an administrator sets all others. */
const customerColumns = [
  ...["email", "email_key", "firstname", "lastname", "middlename", "prefix", "suffix", "dob", "gender", "taxvat"],
  ...["default_billing", "default_shipping", "is_subscribed", "custom_values", "updated_at"],
  // Set through passwords, and through keys sent by mail.
  ...["password_hash", "confirmation", "reset_token_hash", "reset_token_created_at"],
];

/**
 * Columns that are set on creation. The store view can be chosen, as in Magento; the others are checked separately.
 */
const creationColumns = ["id", "created_at", "website_id", "store_id", "created_in"];

/** Tables in which every call may change rows of all callers: their turns in the queue. */
const sharedTables = ["bulk_caller"];

/** Columns with numbers that are not references. */
const plainNumbers = ["gender"];

/** Columns of other customers that an operation may change by its purpose. */
const intendedChanges: Readonly<Record<string, readonly [table: string, columns: readonly string[]]>> = {
  // Anyone who knows an e-mail address can have a password reset sent to it.
  requestPasswordReset: ["customer", ["reset_token_hash", "reset_token_created_at"]],
};

/** Records every change of every row, and returns those that the callers may not make. */
export class Watch {
  private constructor(
    private readonly stage: Stage,
    private readonly keys: ReadonlyMap<string, readonly string[]>,
    private readonly strangers: ReadonlySet<string>,
  ) {}

  static async over(stage: Stage): Promise<Watch> {
    const keys = new Map<string, string[]>();
    for (const { table, column, primary } of await uniqueColumns(stage.app)) {
      if (primary) keys.set(table, [...(keys.get(table) ?? []), column]);
    }
    const { strangers } = stage;
    const rows = strangers.tables.flatMap((table) => strangers.of(table).map((row) => keyOf(table, row, keys)));
    await watchTables(
      stage.app,
      strangers.tables.filter((table) => !sharedTables.includes(table)),
    );
    return new Watch(stage, keys, new Set(rows));
  }

  /** Returns the unauthorized changes of an operation since the last call, as text. */
  async unauthorizedChanges(operation: string): Promise<string[]> {
    const changes = await this.stage.app.db.query<Change>(
      `with seen as (delete from watch.change returning *) select "table", old, now from seen order by seq`,
    );
    return changes.flatMap((change) => {
      const faults = this.faultsOf(operation, change);
      return faults.map((fault) => `${fault}: ${change.table} ${JSON.stringify(difference(change))}`);
    });
  }

  private faultsOf(operation: string, change: Change): string[] {
    const { table, old, now } = change;
    const columns = Object.keys(difference(change));
    if (old && this.strangers.has(keyOf(table, old, this.keys))) {
      const [of, allowed = []] = intendedChanges[operation] ?? [];
      const isAllowed = now !== null && of === table && columns.every((column) => allowed.includes(column));
      return isAllowed ? [] : ["a row of somebody else's was changed"];
    }
    if (!now) return [];
    const faults = this.namesVictim(table, now) ? ["a row refers to the other customer"] : [];
    if (table === "customer") faults.push(...(old ? unauthorizedColumns(columns) : this.faultsOnCreation(now)));
    return faults;
  }

  private namesVictim(table: string, row: Row): boolean {
    const { ids } = this.stage.victim.aims;
    const references = Object.entries(row).filter(([column]) => !plainNumbers.includes(column));
    return !internalTables.includes(table) && references.some(([, value]) => ids.some((id) => id === value));
  }

  /** Returns the columns that the owner cannot set and that differ from the victim's. */
  private faultsOnCreation(row: Row): string[] {
    const [like = {}] = this.stage.victim.rows.of("customer");
    const columns = Object.keys(row).filter((column) => JSON.stringify(row[column]) !== JSON.stringify(like[column]));
    const isRight =
      Number(row["id"]) >= firstLaterId &&
      row["created_at"] === row["updated_at"] &&
      [1, 2].includes(Number(row["website_id"])) &&
      [1, 2].includes(Number(row["store_id"]));
    return [
      ...unauthorizedColumns(columns.filter((column) => !creationColumns.includes(column))),
      ...(isRight ? [] : ["a new account is odd"]),
    ];
  }
}

const unauthorizedColumns = (columns: readonly string[]): string[] => {
  const others = columns.filter((column) => !customerColumns.includes(column));
  return others.length > 0 ? [`an account's ${others.join(", ")} changed`] : [];
};

const keyOf = (table: string, row: Row, keys: ReadonlyMap<string, readonly string[]>): string =>
  JSON.stringify([table, ...(keys.get(table) ?? Object.keys(row)).map((column) => row[column])]);

/** Returns the columns that differ, with their old and new values. */
function difference({ old, now }: Change): Readonly<Record<string, readonly unknown[]>> {
  const columns = Object.keys(old ?? now ?? {});
  const changed = columns.filter((column) => JSON.stringify(old?.[column]) !== JSON.stringify(now?.[column]));
  return Object.fromEntries(changed.map((column) => [column, [old?.[column], now?.[column]]]));
}

/** Consumers update their row all the time. */
const unwatchedTables = ["bulk_consumer"];

async function watchTables({ db }: TestApp, tables: readonly string[]): Promise<void> {
  await db.execute(`create schema watch`);
  await db.execute(`create table watch.change (seq bigserial, "table" text, old jsonb, now jsonb)`);
  await db.execute(
    `create function watch.note() returns trigger language plpgsql as $$
     begin
       insert into watch.change ("table", old, now) values (tg_table_name, to_jsonb(old), to_jsonb(new));
       return null;
     end $$`,
  );
  for (const table of tables.filter((name) => !unwatchedTables.includes(name))) {
    await db.execute(
      `create trigger watched after insert or update or delete on "${table}" for each row execute function watch.note()`,
    );
  }
}
