import { inputError } from "../../../../api/call/errors.js";
import type { Order } from "../orders.types.js";
import type { GiftMessage } from "../../../checkout/gift-messages/gift-messages.types.js";
import { readSettings, readStoreViews } from "../../../store/published.js";
import type { Db } from "../../../../platform/db/database.js";
import type { Prisma } from "../../../../platform/db/models.js";

/** The column of a gift message. */
interface GiftColumn {
  readonly gift_message?: Prisma.JsonValue;
}

const maxNameLength = 255;

/**
 * Returns the column of the gift message in a request; nothing without one, so that a stored message is kept. Throws 400,
 * with the given text and the name of the order or line, if the sender's or recipient's name is too long.
 */
export function giftColumn(
  given: GiftMessage | null | undefined,
  failure: readonly [text: string, name: string],
): GiftColumn {
  if (!given) return {};
  const { customer_id, sender, recipient, message } = given;
  const [text, name] = failure;
  if ([sender, recipient].some((one) => [...(one ?? "")].length > maxNameLength)) throw inputError(text, [name]);
  const texts = { sender: sender ?? "", recipient: recipient ?? "", message: message ?? "" };
  return { gift_message: { ...(customer_id == null ? {} : { customer_id }), ...texts } };
}

const allowOrder = "sales/gift_options/allow_order";

/** Throws 400, as Magento does, for the gift message of a new order in a store view whose orders may have none. */
export async function checkGiftAllowed(db: Db, given: Order, storeId: number): Promise<void> {
  if (!given.extension_attributes?.gift_message) return;
  const websiteId = (await readStoreViews(db)).find(({ id }) => id === storeId)?.website_id ?? 0;
  if ((await readSettings(db, [allowOrder])).isOn(allowOrder, { storeId, websiteId })) return;
  const text = `The gift message couldn't be added to the "%1" order.`;
  throw inputError(text, ["The gift message isn't available."]);
}

/** Returns the extension attribute of a stored gift message, if there is one. */
export const giftOf = ({ gift_message: gift }: GiftColumn): { gift_message?: GiftMessage } =>
  gift ? { gift_message: gift as GiftMessage } : {};
