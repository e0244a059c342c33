import type { Context } from "../../call/context.js";
import type { Arguments } from "../../call/method-call.js";
import { isOwner } from "./bulk-status.sql.js";

/** The resource that opens all bulks. */
export const permission = "Magento_Logging::system_magento_logging_bulk_operations";

/** Whoever submitted a bulk may read and manage it, and so may whoever holds the id of a guest's bulk. */
export const admit = ({ bulkUuid }: Arguments, { db, actor }: Context): Promise<boolean> =>
  isOwner(db, String(bulkUuid), actor);

export const uuidDescription = "Id of the bulk, as its acceptance gave it.";
