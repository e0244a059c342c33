import { inputError } from "../../call/errors.js";
import type { Row } from "../../../platform/db/models.js";
import type { Actor } from "../actor.js";
import type { By } from "../audit.rows.js";
import { requireHeldResources } from "../integrations/integration-rules.js";
import { mayChangePrices, parseRight } from "../price-rights.js";

/** The rights of a role. */
export type RoleRights = Pick<Row<"adminRole">, "resources" | "price_rights">;

/**
 * Throws 400 if a role has rights that the caller does not hold; otherwise callers could give themselves more rights. A
 * command on the server has all rights.
 */
export function requireHeldRights({ resources, price_rights }: RoleRights, by: By): void {
  if (!by) return;
  requireHeldResources(resources, by.actor);
  if (!coversPrices(by.actor, price_rights)) {
    throw inputError("The role can change prices that you cannot change.");
  }
}

/** Whether the caller can change all prices that a role can. A role without price rights can change all. */
function coversPrices(actor: Actor, rights: readonly string[]): boolean {
  if (actor.priceRights === undefined) return true;
  return rights.length > 0 && rights.map(parseRight).every((right) => mayChangePrices(actor, right));
}
