import type { Kernel } from "../../call/kernel.js";
import { Recurring } from "../../process/recurring.js";
import { removeSettledReservations } from "./compensations.sql.js";

/** Milliseconds between two cleanups: a day. */
const pause = 86_400_000;

/** Deletes reservations that sum to zero, per order, SKU and stock, once a day. Several processes can run it at once. */
export const reservationCleanup = ({ db, log }: Pick<Kernel, "db" | "log">): Recurring =>
  new Recurring(() => removeSettledReservations(db), {
    pause,
    onError: (error) => log.warn({ err: error }, "failed to remove settled reservations, will retry in a day"),
  });
