import { notFound } from "../../call/errors.js";

/** 404, in Magento's words. */
export const unknownBulk = (bulkUuid: string) => notFound("Bulk uuid %bulkUuid not exist", { bulkUuid });
