import type { Db } from "../../db/database.js";
import { storeViews } from "../../store/published.sql.js";
import type { Flags } from "./attribute-flags.js";
import type { EntityTypeCode } from "./attributes.rows.js";

/** The columns of an attribute that can change. */
export interface AttributeValues {
  readonly frontend_label: string;
  readonly frontend_class: string | null;
  readonly note: string | null;
  readonly position: number;
  readonly scope: string;
  readonly is_required: boolean;
  readonly is_unique: boolean;
  readonly default_value: string | null;
  readonly apply_to: readonly string[];
  readonly flags: Flags;
}

/** An attribute that is about to change. Its row is locked until the transaction ends. */
export interface StoredAttribute extends AttributeValues {
  readonly id: number;
  readonly code: string;
  readonly frontend_input: string | null;
  readonly backend_type: string;
  readonly is_user_defined: boolean;
}

export interface NewAttribute extends AttributeValues {
  readonly entityType: EntityTypeCode;
  readonly code: string;
  readonly frontend_input: string;
  readonly backend_type: string;
}

/** Finds an attribute by its code and locks it: concurrent changes of the attribute or its options wait here. */
export async function lockAttribute(
  db: Db,
  entityType: EntityTypeCode,
  code: string,
): Promise<StoredAttribute | undefined> {
  const row = await db.one<StoredAttribute>(
    `select a.id, a.code, a.frontend_input, a.backend_type, a.is_user_defined, coalesce(a.frontend_label, '') as frontend_label,
       a.frontend_class, a.note, a.position, a.scope, a.is_required, a.is_unique, a.default_value, a.apply_to, a.flags
     from attribute a join entity_type e on e.id = a.entity_type_id
     where e.code = $1::text and a.code = $2::text for update of a`,
    [entityType, code],
  );
  return row;
}

const assignments = `frontend_label = given.frontend_label, frontend_class = given.frontend_class, note = given.note,
  position = given.position, scope = given.scope, is_required = given.is_required, is_unique = given.is_unique,
  default_value = given.default_value, apply_to = given.apply_to, flags = given.flags`;
const shape = `frontend_label text, frontend_class text, note text, position int, scope text, is_required boolean,
  is_unique boolean, default_value text, apply_to text[], flags jsonb`;

/** Inserts a user-defined attribute and returns its id, or undefined if the code is taken. */
export async function insertAttribute(db: Db, attribute: NewAttribute): Promise<number | undefined> {
  const { entityType, code, frontend_input, backend_type, ...values } = attribute;
  const row = await db.one<{ id: number }>(
    `insert into attribute (entity_type_id, code, frontend_input, backend_type, is_user_defined, frontend_label,
       frontend_class, note, position, scope, is_required, is_unique, default_value, apply_to, flags)
     select e.id, $2::text, $3::text, $4::text, true, given.*
     from entity_type e, jsonb_to_record($5::text::jsonb) as given (${shape}) where e.code = $1::text
     on conflict (entity_type_id, code) do nothing returning id`,
    [entityType, code, frontend_input, backend_type, JSON.stringify(values)],
  );
  return row?.id;
}

/** Updates everything of an attribute that can change. */
export async function updateAttribute(db: Db, id: number, values: AttributeValues): Promise<void> {
  await db.execute(
    `update attribute set ${assignments} from jsonb_to_record($2::text::jsonb) as given (${shape}) where id = $1::int`,
    [id, JSON.stringify(values)],
  );
}

/** Replaces the store view labels. Unknown store views are ignored. */
export async function replaceLabels(db: Db, id: number, labels: ReadonlyMap<number, string>): Promise<void> {
  await db.execute("delete from attribute_label where attribute_id = $1::int and store_id <> all($2::int[])", [
    id,
    [...labels.keys()],
  ]);
  await db.execute(
    `insert into attribute_label (attribute_id, store_id, label)
     select $1::int, given.store_id, given.label from unnest($2::int[], $3::text[]) as given (store_id, label)
     join ${storeViews} as store on store.id = given.store_id
     on conflict (attribute_id, store_id) do update set label = excluded.label`,
    [id, [...labels.keys()], [...labels.values()]],
  );
}

/** Whether a configurable product, optionally of one attribute set, has variations by the attribute. */
export async function isUsedByConfigurables(db: Db, id: number, setId: number | null): Promise<boolean> {
  const row = await db.one<{ used: boolean }>(
    `select exists (select from configurable_option o join product p on p.id = o.product_id
       where o.attribute_id = $1::int and ($2::int is null or p.attribute_set_id = $2::int)) as used`,
    [id, setId],
  );
  return row?.used ?? false;
}

/** Deletes an attribute with its labels, its options and its assignments to sets. */
export async function removeAttribute(db: Db, id: number): Promise<void> {
  await db.execute("delete from attribute where id = $1::int", [id]);
}
