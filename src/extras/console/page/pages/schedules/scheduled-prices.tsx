import { useState } from "preact/hooks";
import { useAction } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import { nameOf } from "../../lib/prices/price-changes.js";
import type { FullSchedule, ScheduledPrice } from "../../lib/prices/schedules.js";
import { linkTo } from "../../lib/router.js";
import { Problem } from "../../parts/notice.js";
import { Price } from "../../parts/preview-result.js";
import { Pager } from "../../parts/pager.js";

const pageSize = 100;

interface ScheduledPricesProps {
  readonly schedule: FullSchedule;
  /** Takes the price at a place out of the schedule; absent if that is not possible. */
  readonly onTakeOut?: ((place: number) => Promise<void>) | undefined;
}

/** The prices of a schedule, with the reasons of those that failed. */
export function ScheduledPrices({ schedule: { prices, failures }, onTakeOut }: ScheduledPricesProps) {
  const [page, setPage] = useState(1);
  const reasons = new Map(failures.map(({ line, message }) => [line, message]));
  const start = (page - 1) * pageSize;
  return (
    <section aria-label={t("Prices")}>
      <h2>{t("Prices")}</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("The prices of the schedule")}>
        <table class="stacked">
          <thead>
            <tr>
              <th scope="col">{t("SKU")}</th>
              <th scope="col">{t("Price")}</th>
              <th scope="col" class="number">
                {t("After")}
              </th>
              {onTakeOut && (
                <th scope="col">
                  <span class="visually-hidden">{t("Take out")}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {prices.slice(start, start + pageSize).map((price, at) => (
              <PriceRow
                key={JSON.stringify(price)}
                {...{ price, reason: reasons.get(start + at + 1) }}
                onTakeOut={onTakeOut && (() => onTakeOut(start + at))}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Pager page={page} size={pageSize} total={prices.length} onPage={setPage} />
    </section>
  );
}

interface PriceRowProps {
  readonly price: ScheduledPrice;
  readonly reason: string | undefined;
  readonly onTakeOut?: (() => Promise<void>) | undefined;
}

function PriceRow({ price, reason, onTakeOut }: PriceRowProps) {
  const taking = useAction(async () => onTakeOut?.());
  const { price: amount, price_type, price_from, price_to } = price;
  const value =
    amount == null
      ? null
      : { price: amount, price_type: price_type ?? null, price_from: price_from ?? null, price_to: price_to ?? null };
  return (
    <tr>
      <th scope="row">
        <a href={linkTo("history", price.sku)}>{price.sku}</a>
      </th>
      <td>
        {nameOf(price)}
        {reason !== undefined && <span class="block bad-text">{reason}</span>}
        {taking.error && <Problem>{taking.error}</Problem>}
      </td>
      <td class="number">{value === null ? t("is deleted") : <Price value={value} place={price} />}</td>
      {onTakeOut && (
        <td class="number">
          <button
            type="button"
            class="quiet"
            disabled={taking.isBusy}
            aria-label={t("Take out {{sku}}, {{price}}", { sku: price.sku, price: nameOf(price) })}
            onClick={taking.run}
          >
            {t("Take out")}
          </button>
        </td>
      )}
    </tr>
  );
}
