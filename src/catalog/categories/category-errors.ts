import { inputError, noSuchEntity, WebapiError } from "../../call/errors.js";

/** 404 for an id that no category has. */
export const categoryNotFound = (id: number | string) => noSuchEntity("id", id);

/** 400 for a category that breaks a rule; the reason is filled in already, as clients know it. */
export const couldNotSaveCategory = (reason: string) =>
  new WebapiError("COULD_NOT_SAVE", "Could not save category: %1", { parameters: [reason] });

/** 400 for a category so deep in the tree, or so far behind in its order, that its path or position cannot be kept. */
export const placeNotKept = () => couldNotSaveCategory("Its place in the tree cannot be stored.");

/** 400 for a category that has to stay. */
export const cannotDeleteCategory = (id: number) => inputError("Cannot delete category with id %1", [id]);

/** 400 for a category that would come to be below itself. */
export const movedBelowItself = () =>
  inputError("Operation do not allow to move a parent category to any of children category");

/** 400 for a move that another rule stands in the way of. */
export const couldNotMove = () => inputError("Could not move category");
