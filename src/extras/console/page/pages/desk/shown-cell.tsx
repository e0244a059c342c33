import { typeName } from "../../lib/desk/product-types.js";
import { useState } from "preact/hooks";
import { servicePath } from "../../lib/api.js";
import type { PricedProduct } from "../../lib/desk/products.js";
import type { ColumnId } from "../../lib/desk/view-state.js";
import { formatAge, formatDay, formatNumber, parseTime } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { formatAmount } from "../../lib/prices/price-changes.js";
import { withCurrency } from "../../lib/shop/shop.js";

interface ShownCellProps {
  readonly column: ColumnId;
  readonly product: PricedProduct;
  /** Id of the store view whose prices are shown; 0 for all. */
  readonly store: number;
}

/** A cell that only shows something. */
export function ShownCell({ column, product, store }: ShownCellProps) {
  switch (column) {
    case "picture":
      return (
        <td class="picture">
          <Picture path={product.thumbnail} />
        </td>
      );
    case "name":
      return (
        <td class="name">
          {product.name ?? "–"}
          {product.status === 2 && <span class="badge">{t("Disabled")}</span>}
        </td>
      );
    case "changed":
      return <LastChange {...product} />;
    case "type":
      return <td>{typeName(product.type_id)}</td>;
    case "special_from":
    case "special_to":
      return <td class="nowrap">{formatDay(product[column]?.slice(0, 10) ?? "–")}</td>;
    default:
      return (
        <td class={column === "margin" && Number(product.margin_percent) < 0 ? "number bad-text" : "number"}>
          {numberOf(column, product, store)}
        </td>
      );
  }
}

function numberOf(column: ColumnId, product: PricedProduct, store: number): string {
  const { margin_percent: margin, quantity, tier_price_count: tiers, lowest_tier_price: lowest } = product;
  if (column === "margin") return margin === null ? "–" : `${formatNumber(Number(margin).toFixed(1))} %`;
  if (column === "stock") return quantity === null ? "–" : formatNumber(Number(quantity));
  if (tiers === 0) return "–";
  if (lowest === null) return `${tiers} ×`;
  return t("{{tiers}} × from {{amount}}", { tiers, amount: withCurrency(formatAmount(lowest), { store_id: store }) });
}

const LastChange = ({ changed_at: at, changed_by: by }: PricedProduct) => (
  <td class="nowrap">
    {at === null ? "–" : formatAge(parseTime(at), new Date())}
    {by !== null && <span class="block muted">{by}</span>}
  </td>
);

/** The thumbnail; an empty box without one, or if it cannot be loaded. */
function Picture({ path }: { readonly path: string | null }) {
  const [isBroken, setIsBroken] = useState(false);
  if (path === null || isBroken) return <span class="thumbnail" />;
  const address = `${servicePath}/media/catalog/product/${path.replace(/^\//, "")}`;
  return <img class="thumbnail" src={address} alt="" loading="lazy" onError={() => setIsBroken(true)} />;
}
