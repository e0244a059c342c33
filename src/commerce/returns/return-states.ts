import { inputError } from "../../api/call/errors.js";

/** The states that each state of an item can change to. */
const next: Readonly<Record<string, readonly string[]>> = {
  pending: ["authorized", "denied"],
  authorized: ["received", "denied"],
  received: ["approved", "rejected"],
  denied: [],
  approved: [],
  rejected: [],
};

/** Final states of an item. */
const finalStates: ReadonlySet<string> = new Set(["denied", "approved", "rejected"]);

/** States in which the goods were received. */
const receivedStates: ReadonlySet<string> = new Set(["received", "approved", "rejected"]);

/** States of a return by the most advanced state of its items: if all items have it, and if some do. */
const statesByItemState: readonly (readonly [item: string, all: string, some: string])[] = [
  ["approved", "approved", "approved_on_item"],
  ["rejected", "rejected", "rejected_on_item"],
  ["received", "received", "received_on_item"],
  ["authorized", "authorized", "partially_authorized"],
];

/** States that the shop sends to close a return. `processed_and_closed` is GraphQL's name for `processed_closed`. */
const closing: ReadonlySet<string> = new Set(["closed", "processed_closed", "processed_and_closed"]);

interface WithStatus {
  readonly status: string;
}

/** Throws 400 for a state that an item cannot change to, or that is unknown. */
export function checkChange(from: string, to: string): void {
  if (from !== to && !next[from]?.includes(to)) throw cannotChange(from, to);
}

const cannotChange = (from: string, to: string) =>
  inputError('The status can\'t change from "%1" to "%2".', [from, to]);

/** Returns the state of a return derived from its items. */
function statusOf(items: readonly WithStatus[]): string {
  const states = items.map(({ status }) => status);
  for (const [state, all, some] of statesByItemState) {
    if (states.includes(state)) return states.every((each) => each === state) ? all : some;
  }
  return states.length > 0 && states.every((each) => each === "denied") ? "denied" : "pending";
}

/** Whether a return is closed, so that only comments can be added. */
export const isClosed = ({ status }: WithStatus): boolean => closing.has(status);

/** Whether any of the items was received. */
export const hasArrived = (items: readonly WithStatus[]): boolean =>
  items.some(({ status }) => receivedStates.has(status));

/**
 * Returns the state of a return after a change. A closing state closes the return if no item is open, and throws 400
 * otherwise. Any other state is ignored, because clients send back what they have read.
 */
export function changedStatus(before: string, given: string | null | undefined, items: readonly WithStatus[]): string {
  if (given == null || !closing.has(given)) return statusOf(items);
  if (!items.every(({ status }) => finalStates.has(status))) throw cannotChange(before, given);
  return items.some(({ status }) => status === "approved") ? "processed_closed" : "closed";
}
