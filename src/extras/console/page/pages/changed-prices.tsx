import { useState } from "preact/hooks";
import { ApiError, criteria, read } from "../lib/api.js";
import type { Bulk } from "../lib/bulks.js";
import { formatChange, formatCount } from "../lib/format.js";
import { useLoaded } from "../lib/hooks.js";
import { t } from "../lib/i18n.js";
import { nameOf, type PriceChange, stepOf } from "../lib/prices/price-changes.js";
import { linkTo } from "../lib/router.js";
import { WhileLoading } from "../parts/notice.js";
import { Pager } from "../parts/pager.js";
import { Price } from "../parts/preview-result.js";

interface ChangePage {
  readonly items: readonly PriceChange[];
  readonly total_count: number;
}

const pageSize = 50;
const none: ChangePage = { items: [], total_count: 0 };

/** The prices that a bulk or a synchronous call changed; nothing for users who may not read the price history. */
export function ChangedPrices({ bulk }: { readonly bulk: Bulk }) {
  const [page, setPage] = useState(1);
  const filter = bulk.is_synchronous ? ["request_id", bulk.request_id] : ["bulk_uuid", bulk.bulk_uuid];
  const path = `/V1/price-changes?${criteria({ filters: [filter as [string, string]], size: pageSize, page })}`;
  const changes = useLoaded(`${path} ${bulk.finished_at}`, () => readChanges(path));
  return (
    <WhileLoading from={changes}>
      {({ items, total_count: total }) =>
        total > 0 && (
          <section aria-label={t("Changed prices")}>
            <h2>{t("{{number}} changed prices", { count: total, number: formatCount(total) })}</h2>
            <ChangedTable changes={items} />
            <Pager page={page} size={pageSize} total={total} onPage={setPage} />
          </section>
        )
      }
    </WhileLoading>
  );
}

async function readChanges(path: string): Promise<ChangePage> {
  try {
    return await read<ChangePage>(path);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return none;
    throw error;
  }
}

const ChangedTable = ({ changes }: { readonly changes: readonly PriceChange[] }) => (
  <div class="scroll" tabIndex={0} role="region" aria-label={t("Prices before and after")}>
    <table class="stacked">
      <thead>
        <tr>
          <th scope="col">{t("SKU")}</th>
          <th scope="col">{t("Price")}</th>
          <th scope="col" class="number">
            {t("Before")}
          </th>
          <th scope="col" class="number">
            {t("After")}
          </th>
          <th scope="col" class="number">
            {t("Change")}
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <ChangedRow key={change.id} change={change} />
        ))}
      </tbody>
    </table>
  </div>
);

function ChangedRow({ change }: { readonly change: PriceChange }) {
  const step = stepOf(change);
  return (
    <tr>
      <th scope="row">
        <a href={linkTo("history", change.sku)}>{change.sku}</a>
      </th>
      <td class="price">{nameOf(change)}</td>
      <td class="number" data-label={t("Before")}>
        <Price value={change.old} place={change} />
      </td>
      <td class="number" data-label={t("After")}>
        <Price value={change.new} place={change} />
      </td>
      <td class="number" data-label={t("Change")}>
        {step === undefined ? "–" : formatChange(step)}
      </td>
    </tr>
  );
}
