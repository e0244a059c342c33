import { inputError } from "../../call/errors.js";
import { type Actor, everything } from "../actor.js";
import type { By } from "../audit.rows.js";
import { mayChangePrices, parseRight } from "../price-rights.js";

/** The rights of a role or an integration. */
export interface HeldRights {
  readonly resources: readonly string[];
  readonly price_rights: readonly string[];
}

/**
 * Throws 400 for rights that the caller does not hold. Checked before rights are given or taken, and before an account
 * with them is changed: otherwise callers could give themselves more rights, or disable those who have more. A command
 * on the server has all rights.
 */
export function requireHeldRights({ resources, price_rights }: HeldRights, by: By): void {
  if (!by) return;
  requireHeldResources(resources, by.actor);
  if (!coversPrices(by.actor, price_rights)) {
    throw inputError("It can change prices that you cannot change.");
  }
}

/** Throws 400 for granting a resource that the caller does not have. */
function requireHeldResources(resources: readonly string[], actor: Actor): void {
  const lacking = resources.find((resource) => !actor.resources.has(everything) && !actor.resources.has(resource));
  if (lacking === undefined) return;
  throw inputError('You cannot grant the resource "%1" because you do not have it.', [lacking]);
}

/** Whether the caller can change all prices that other rights allow. Without price rights all can be changed. */
function coversPrices(actor: Actor, rights: readonly string[]): boolean {
  if (actor.priceRights === undefined) return true;
  return rights.length > 0 && rights.map(parseRight).every((right) => mayChangePrices(actor, right));
}
