import { createHash } from "node:crypto";
import type { Db } from "../../../platform/db/database.js";
import { inputError, invalid, missing, noSuchEntity, notFound } from "../../../api/call/errors.js";
import {
  deleteGroupRow,
  type GroupData,
  hasSystemAttributes,
  insertGroup,
  lockGroup,
  readLastGroup,
  updateGroup,
} from "./attribute-groups.rows.js";
import { readSet } from "./attribute-sets.rows.js";
import type { AttributeGroup } from "./attribute-sets.types.js";

/** 404 for an unknown group id. */
export const groupNotFound = (id: number | string) =>
  notFound('The group with the "%1" ID doesn\'t exist. Verify the ID and try again.', [id]);

const cannotSave = () => inputError("The attributeGroup can't be saved.");

/**
 * Creates a group in a set, by default as the last one, or updates the group with the given id, and returns it. Throws 404 for an unknown set or
 * group, 400 for a group of another set and for a name or code that is missing, too long or taken within the set.
 */
export async function saveGroup(db: Db, given: AttributeGroup): Promise<AttributeGroup> {
  const setId = given.attribute_set_id ?? 0;
  if (!(await readSet(db, setId))) throw noSuchEntity("attributeSetId", given.attribute_set_id ?? null);
  const id = given.attribute_group_id ? toId(given.attribute_group_id) : undefined;
  const stored = id === undefined ? undefined : await lockGroup(db, id);
  if (given.attribute_group_id && !stored) throw noSuchEntity("attributeGroupId", null);
  if (stored && stored.attribute_set_id !== setId) {
    throw inputError("The attribute group doesn't belong to the provided attribute set.");
  }
  const name = (given.attribute_group_name ?? stored?.name ?? "").trim();
  if (name === "" && given.attribute_group_name == null) throw missing(["attribute_group_name"]);
  if (name === "") throw cannotSave();
  if ([...name].length > 255) throw invalid("attribute_group_name", name);
  const extension = given.extension_attributes;
  const values: GroupData = {
    attribute_set_id: setId,
    name,
    code: extension?.attribute_group_code || stored?.code || codeOf(name),
    sort_order:
      extension?.sort_order == null
        ? (stored?.sort_order ?? (await readLastGroup(db, setId)) + 1)
        : toPlace(extension.sort_order),
  };
  const saved = stored ? await updateGroup(db, stored.id, values) : await insertGroup(db, values);
  if (saved === undefined) throw cannotSave();
  return {
    attribute_group_id: String(saved),
    attribute_group_name: name,
    attribute_set_id: setId,
    extension_attributes: { attribute_group_code: values.code, sort_order: String(values.sort_order) },
  };
}

/** Deletes a group of product attributes. Throws 404 for an unknown id, 400 if it holds system attributes. */
export async function deleteGroup(db: Db, id: number): Promise<void> {
  const stored = await lockGroup(db, id);
  if (!stored) throw groupNotFound(id);
  if (await hasSystemAttributes(db, id)) {
    throw inputError("The attribute group can't be deleted because it contains system attributes.");
  }
  await deleteGroupRow(db, id);
}

const toId = (text: string): number | undefined => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined);

function toPlace(text: string): number {
  if (!/^-?\d{1,9}$/.test(text.trim())) throw invalid("sort_order", text);
  return Number(text);
}

/** Returns the letters and digits of the name, joined by hyphens, or a hash of the name if it has none. */
function codeOf(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const code = plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
  return code || createHash("sha256").update(name.toLowerCase()).digest("hex");
}
