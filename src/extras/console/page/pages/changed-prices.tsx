import { useState } from "preact/hooks";
import { ApiError, criteria, read } from "../lib/api.js";
import type { Bulk } from "../lib/bulks.js";
import { formatCount } from "../lib/format.js";
import { useLoaded } from "../lib/hooks.js";
import { t } from "../lib/i18n.js";
import type { PriceChange } from "../lib/prices/price-changes.js";
import { linkTo } from "../lib/router.js";
import { WhileLoading } from "../parts/notice.js";
import { Pager } from "../parts/pager.js";
import { PriceTable } from "../parts/preview-result.js";

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
            <PriceTable
              label={t("Prices before and after")}
              headings={[t("Before"), t("After")]}
              changes={items}
              linkOf={(sku) => linkTo("history", sku)}
            />
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
