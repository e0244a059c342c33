import { inputError, noSuchEntity, WebapiError } from "../../../api/call/errors.js";

/** 404 for an unknown category id. */
export const categoryNotFound = (id: number | string) => noSuchEntity("id", id);

/** 400 for a violated category rule, with the rendered reason that clients know. */
export const couldNotSaveCategory = (reason: string) =>
  new WebapiError("COULD_NOT_SAVE", "Could not save category: %1", { parameters: [reason] });

/** 400 for a category whose path or position would exceed its column. */
export const positionTooLarge = () => couldNotSaveCategory("Its path or position in the tree is too large.");

/** 400 for a category that cannot be deleted. */
export const cannotDeleteCategory = (id: number) => inputError("Cannot delete category with id %1", [String(id)]);

/** 400 for moving a category below a descendant. */
export const cannotMoveBelowChild = () =>
  inputError("Operation do not allow to move a parent category to any of children category");

/** 400 for any other forbidden move, such as below the category itself. */
export const couldNotMove = () => inputError("Could not move category");
