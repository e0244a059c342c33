import type { Context } from "../../../api/call/context.js";
import type { Db } from "../../../platform/db/database.js";
import { couldNotSave, inputError, invalid, render } from "../../../api/call/errors.js";
import {
  copyGroups,
  deleteSetRow,
  insertSet,
  isSetInUse,
  readEntityTypeId,
  readSet,
  updateSet,
} from "./attribute-sets.rows.js";
import type { AttributeSet } from "./attribute-sets.types.js";
import { products, requireProductSet, requireSet } from "./set-rules.js";

const nameEmpty = () => inputError("The attribute set name is empty. Enter the name and try again.");
const nameTaken = (name: string) =>
  inputError(render('A "%1" attribute set name already exists. Create a new name and try again.', [name]));

interface NewSet {
  readonly given: AttributeSet;
  readonly entityType: string;
  readonly skeletonId: number;
}

type AnsweringContext = Pick<Context, "db" | "answersStored">;

/**
 * Creates a set with the groups and attributes of another set of its entity type and returns it. Throws 400 if an id is
 * given, if the name is empty or taken, for an unknown entity type, and for a skeleton that is 0 or of another entity
 * type; 404 for an unknown skeleton.
 */
export async function createSet(
  { db, answersStored }: AnsweringContext,
  { given, entityType, skeletonId }: NewSet,
): Promise<AttributeSet> {
  if (given.attribute_set_id != null) throw invalid("id", given.attribute_set_id);
  if (skeletonId === 0) throw invalid("skeletonId", skeletonId);
  const skeleton = await requireSet(db, skeletonId);
  const entity_type_id = await readEntityTypeId(db, entityType);
  if (entity_type_id === undefined) throw inputError(`Invalid entity_type specified: ${entityType}`);
  if (skeleton.entityTypeCode !== entityType) throw invalid("skeletonId", skeletonId);
  const name = checkedName(given.attribute_set_name);
  const id = await insertSet(db, { entity_type_id, name, sort_order: given.sort_order ?? 0 });
  if (id === undefined) throw nameTaken(name);
  await copyGroups(db, skeletonId, id);
  const { set } = await requireSet(db, id);
  // As in Magento, the answer repeats the sort order of the request.
  return answersStored ? set : { ...set, sort_order: given.sort_order ?? null };
}

/** Creates a product attribute set. Throws as `createSet` does, but 400 also for an unknown skeleton. */
export async function createProductSet(
  ctx: AnsweringContext,
  given: AttributeSet,
  skeletonId: number,
): Promise<AttributeSet> {
  const basis = (kind: string) =>
    inputError(`The attribute set couldn't be created because it's based on a ${kind} attribute set.`);
  const skeleton = await readSet(ctx.db, skeletonId);
  if (!skeleton) throw basis("non-existing");
  if (skeleton.entityTypeCode !== products) throw basis("non-product");
  return createSet(ctx, { given, entityType: products, skeletonId });
}

/**
 * Updates the name and sort order of a set and returns it. Throws 404 for an unknown id, 400 for a name that is empty
 * or taken and, on product routes, for a set of another entity type.
 */
export async function saveSet(db: Db, given: AttributeSet, of: "products" | "any"): Promise<AttributeSet> {
  const id = given.attribute_set_id ?? 0;
  const stored = await (of === "products" ? requireProductSet(db, id) : requireSet(db, id));
  const { entity_type_id } = stored.set;
  const wantedType = given.entity_type_id ?? entity_type_id;
  if (wantedType !== entity_type_id) {
    if (of === "products") throw inputError("Provided Attribute set non product Attribute set.");
    throw invalid("entity_type_id", wantedType);
  }
  const name = given.attribute_set_name === undefined ? stored.set.attribute_set_name : given.attribute_set_name;
  const values = { entity_type_id, name: checkedName(name), sort_order: given.sort_order ?? stored.set.sort_order };
  if (!(await updateSet(db, id, values))) {
    throw couldNotSave(
      "The attribute set couldn't be saved due to an error. Verify your information and try again. " +
        "If the error persists, please try again later.",
    );
  }
  return (await requireSet(db, id)).set;
}

/** Deletes a set. Throws 404 for an unknown id, 400 for a default set and for a set in use. */
export async function deleteSet(db: Db, id: number, of: "products" | "any"): Promise<void> {
  const stored = await (of === "products" ? requireProductSet(db, id) : requireSet(db, id));
  if (stored.isDefault) throw inputError("The default attribute set can't be deleted.");
  if (await isSetInUse(db, id)) {
    throw inputError(
      "The attribute set couldn't be deleted due to an error. Try again — if the error persists, please try again later.",
    );
  }
  await deleteSetRow(db, id);
}

function checkedName(given: string | null | undefined): string {
  const name = (given ?? "").trim();
  if (name === "") throw nameEmpty();
  if ([...name].length > 255) throw invalid("attribute_set_name", name);
  return name;
}
