import { useState } from "preact/hooks";
import { criteria, read } from "../../lib/api.js";
import { formatCount } from "../../lib/format.js";
import { useLoaded } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import type { PriceChange } from "../../lib/prices/price-changes.js";
import { goTo } from "../../lib/router.js";
import { Empty, Note, WhileLoading } from "../../parts/notice.js";
import { PricePlot } from "../../parts/price-plot.js";
import { ChangeTable } from "./change-table.js";
import { Explanation } from "./explanation.js";
import { LowestPrices } from "./lowest-prices.js";

const maxChanges = 500;

/** The prices of a product over time, and who changed them. */
export function HistoryView({ detail: sku }: { readonly detail: string }) {
  const [entered, setEntered] = useState(sku);
  const submit = (event: Event) => {
    event.preventDefault();
    if (entered.trim() !== "") goTo("history", entered.trim());
  };
  return (
    <>
      <h1>{t("Price history")}</h1>
      <form class="search" role="search" onSubmit={submit}>
        <label class="visually-hidden" for="sku">
          {t("SKU")}
        </label>
        <input
          id="sku"
          type="search"
          placeholder={t("SKU of a product")}
          value={entered}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => setEntered(event.currentTarget.value)}
        />
        <button class="primary">{t("Show")}</button>
      </form>
      {sku === "" ? (
        <Empty title={t("Which product?")}>{t("Enter its SKU to see how its prices came about.")}</Empty>
      ) : (
        <History sku={sku} />
      )}
    </>
  );
}

interface ChangePage {
  readonly items: readonly PriceChange[];
  readonly total_count: number;
}

function History({ sku }: { readonly sku: string }) {
  const query = criteria({ sort: ["changed_at", "DESC"], size: maxChanges });
  const path = `/V1/products/${encodeURIComponent(sku)}/price-changes?${query}`;
  const changes = useLoaded(path, () => read<ChangePage>(path));
  return (
    <WhileLoading from={changes}>
      {({ items, total_count: total }) =>
        items.length === 0 ? (
          <Empty title={t("No price of {{sku}} was changed", { sku })}>
            {t("The history begins with the first change that Portico recorded.")}
          </Empty>
        ) : (
          <>
            <PricePlot sku={sku} changes={items} />
            {total > items.length && (
              <Note>
                {t("These are the newest {{part}} of {{total}} changes.", {
                  part: formatCount(items.length),
                  total: formatCount(total),
                })}
              </Note>
            )}
            <LowestPrices sku={sku} />
            <Explanation sku={sku} />
            <ChangeTable changes={items} onUndone={changes.reload} />
          </>
        )
      }
    </WhileLoading>
  );
}
