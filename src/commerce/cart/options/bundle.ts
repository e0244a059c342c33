import { inputError } from "../../../api/call/errors.js";
import type { SoldBundleOption, SoldProduct, SoldSelection } from "../../catalog/published.sale.js";
import { plainDecimal } from "../../../api/contract/scalars.js";
import { asQuantity, zeroQuantity, type Quantity } from "../../../platform/money/amount.js";
import { isPositive } from "../../../platform/money/arithmetic.js";
import { lineQuantity } from "../items/line-quantity.js";
import type { ChosenBundle } from "../facts/chosen.js";
import type { ChosenBundleOption } from "./product-option.types.js";
import type { WantedPart } from "./wanted-line.js";

interface ChosenSelection {
  readonly option: SoldBundleOption;
  readonly selection: SoldSelection;
  readonly qty: Quantity;
  /** The quantity that the caller sent. */
  readonly requested: string;
}

/** 400 for a selection that the bundle does not offer, or that cannot be bought. */
export const selectionNotAvailable = () => inputError("The options you selected are not available.");
/** 400 for a selection of a required option that cannot be bought. */
export const requiredNotAvailable = () => inputError("The required options you selected are not available.");

/** Option types that allow only one selection. */
const singleTypes: ReadonlySet<string> = new Set(["select", "radio"]);

/**
 * Returns the chosen parts of a bundle in its order. Throws 400 if a required one is missing or one is not offered. As in
 * Magento, choices of options that the bundle does not have are ignored.
 */
export function chosenSelections({ bundle_options: offered }: SoldProduct, given: readonly ChosenBundleOption[]) {
  const selections = (offered ?? []).flatMap((option) => selectionsOf(option, given));
  const known = new Set(selections.map(({ selection }) => selection.selection_id));
  const sent = given.flatMap(({ option_id, option_selections }) =>
    (option_selections ?? []).map((selection_id) => ({ option_id, selection_id })),
  );
  if (sent.length === 0) throw inputError("Please specify product option(s).");
  const wanted = sent.filter(({ option_id: id }) => offered?.some(({ option_id }) => option_id === id));
  if (wanted.some(({ selection_id: id }) => !known.has(id))) throw selectionNotAvailable();
  const isChosen = ({ option_id }: SoldBundleOption) => selections.some(({ option }) => option.option_id === option_id);
  if (offered?.some((option) => option.required && !isChosen(option))) {
    throw inputError("Please select all required options.");
  }
  return { chosen: { bundle_options: chosenOptions(offered ?? [], selections) }, parts: selections.map(partOf) };
}

function selectionsOf(option: SoldBundleOption, given: readonly ChosenBundleOption[]): ChosenSelection[] {
  const mine = given.filter(({ option_id }) => option_id === option.option_id);
  const wanted = new Set(mine.flatMap(({ option_selections }) => option_selections ?? []));
  if (singleTypes.has(option.type) && wanted.size > 1) throw selectionNotAvailable();
  const entered = mine.find(({ option_qty }) => option_qty != null)?.option_qty;
  return option.selections
    .filter(({ selection_id }) => wanted.has(selection_id))
    .map((selection) => ({ option, selection, qty: unitsOf(selection, entered), requested: entered ?? "1" }));
}

/** Returns the quantity of a selection per bundle: the entered one if the shopper may change it, otherwise the default. */
function unitsOf({ qty, can_change_quantity }: SoldSelection, entered: string | null | undefined): Quantity {
  const given = entered == null || can_change_quantity !== 1 ? zeroQuantity : lineQuantity(entered);
  return isPositive(given) ? given : asQuantity(qty);
}

const partOf = (chosen: ChosenSelection): WantedPart => ({
  productId: chosen.selection.product_id,
  qty: chosen.qty,
  chosen: { bundle_options: [chosenOption(chosen.option, [chosen])] },
  isRequired: chosen.option.required,
});

const chosenOptions = (offered: readonly SoldBundleOption[], selections: readonly ChosenSelection[]): ChosenBundle[] =>
  offered.flatMap((option) => {
    const mine = selections.filter((each) => each.option === option);
    return mine.length > 0 ? [chosenOption(option, mine)] : [];
  });

const chosenOption = ({ option_id }: SoldBundleOption, selections: readonly ChosenSelection[]): ChosenBundle => ({
  option_id,
  option_qty: selections[0]?.requested ?? "1",
  selection_qty: plainDecimal(selections[0]?.qty ?? zeroQuantity),
  option_selections: selections.map(({ selection }) => selection.selection_id),
});
