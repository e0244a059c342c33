import { partsOfPrice, type PriceValue } from "../lib/prices/price-changes.js";

/** A price that wraps only between its amount and its dates. */
export const Price = ({ value }: { readonly value: PriceValue | null }) => (
  <>
    {partsOfPrice(value).flatMap((part) => [
      <span key={part} class="nowrap">
        {part}
      </span>,
      " ",
    ])}
  </>
);
