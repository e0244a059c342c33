import { read } from "../../lib/api.js";
import { formatTime, parseTime } from "../../lib/format.js";
import { useLoaded } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import { websiteName } from "../../lib/prices/guard-rails.js";
import { formatAmount } from "../../lib/prices/price-changes.js";
import { type Places, readPlaces } from "../../lib/prices/shoppers.js";
import { withCurrency } from "../../lib/shop/shop.js";
import { Note, WhileLoading } from "../../parts/notice.js";

/** An entry of `GET /V1/products/:sku/lowest-price`. */
interface LowestPrice {
  readonly website_id: number;
  readonly store_ids: readonly number[];
  readonly customer_group_id: number;
  readonly customer_group: string;
  readonly since: string;
  readonly price: number | null;
  readonly lowest_price: number | null;
  readonly reduced_since: string | null;
  readonly lowest_before_reduction: number | null;
}

/** The lowest price of 30 days, which shops in the EU must show beside a reduced price. */
export function LowestPrices({ sku }: { readonly sku: string }) {
  const path = `/V1/products/${encodeURIComponent(sku)}/lowest-price`;
  const found = useLoaded(path, () => read<readonly LowestPrice[]>(path));
  const places = useLoaded("places", readPlaces);
  // The prices of bundles and configurable products depend on others.
  if (found.error !== undefined) return <Note>{found.error}</Note>;
  return (
    <section aria-label={t("Lowest price of 30 days")}>
      <h2>{t("Lowest price of 30 days")}</h2>
      <WhileLoading from={found}>
        {(all) => (
          <div class="scroll" tabIndex={0} role="region" aria-label={t("Lowest prices by website and customer group")}>
            <table class="stacked">
              <Head />
              <tbody>
                {all.map((entry) => (
                  <Row
                    key={`${entry.customer_group_id} ${entry.store_ids.join()}`}
                    entry={entry}
                    places={places.value}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </WhileLoading>
    </section>
  );
}

const Head = () => (
  <thead>
    <tr>
      <th scope="col">{t("Website")}</th>
      <th scope="col">{t("Customer group")}</th>
      <th scope="col" class="number">
        {t("Now")}
      </th>
      <th scope="col" class="number">
        {t("Lowest")}
      </th>
      <th scope="col" class="number">
        {t("Before the reduction")}
      </th>
    </tr>
  </thead>
);

const amountOf = (amount: number | null, { website_id }: LowestPrice) =>
  amount === null ? "–" : withCurrency(formatAmount(amount), { website_id });

interface RowProps {
  readonly entry: LowestPrice;
  readonly places: Places | undefined;
}

function Row({ entry, places }: RowProps) {
  const { website_id: website, customer_group: group, price, lowest_price: lowest } = entry;
  const { reduced_since: reduced, lowest_before_reduction: before, store_ids: stores } = entry;
  const { websites = [], views = [] } = places ?? {};
  const names = views.filter(({ id }) => stores.includes(id)).map(({ name }) => name);
  const isAllOfWebsite = views.filter((view) => view.website_id === website).length <= stores.length;
  return (
    <tr>
      <th scope="row">
        {websiteName(websites, website)}
        {!isAllOfWebsite && <span class="block muted">{names.join(", ")}</span>}
      </th>
      <td data-label={t("Customer group")}>{group}</td>
      <td class="number" data-label={t("Now")}>
        {amountOf(price, entry)}
      </td>
      <td class="number" data-label={t("Lowest")}>
        {amountOf(lowest, entry)}
      </td>
      <td class="number" data-label={t("Before the reduction")}>
        {amountOf(before, entry)}
        {reduced !== null && (
          <span class="block muted">{t("reduced since {{time}}", { time: formatTime(parseTime(reduced)) })}</span>
        )}
      </td>
    </tr>
  );
}
