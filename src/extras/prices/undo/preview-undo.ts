import type { Outcome, Preview } from "../../../api/contract/preview.js";
import {
  changedPrice,
  describeChanges,
  previewMembers,
  previewPrices,
} from "../../../commerce/pricing/history/preview/preview-prices.js";
import type { PriceLeft, PriceUndo } from "./undo.types.js";

const left = {
  type: "array",
  items: { type: "object", properties: { ...changedPrice, reason: { type: "string" } } },
  description: "The prices that the undo would not restore, as it would return them.",
} as const;

/** The preview of an undo: its changes, and in `left` the prices that it would not restore. */
export const previewUndo: Preview = {
  describe: async (previewed) => {
    const changes = await describeChanges(previewed);
    return `{${changes},"left":${JSON.stringify(previewed.outcomes.flatMap(pricesLeftBy))}}`;
  },
  mediaType: previewPrices.mediaType,
  schema: { type: "object", properties: { ...previewMembers, left } },
};

const pricesLeftBy = (outcome: Outcome): readonly PriceLeft[] =>
  "result" in outcome ? (outcome.result as PriceUndo).left : [];
