import { useState } from "preact/hooks";
import type { Bulk } from "../lib/bulks.js";
import { failedRowsFile, readFailedRows, downloadFile } from "../lib/failed-rows.js";
import { formatCount } from "../lib/format.js";
import { useAction, useLoaded } from "../lib/hooks.js";
import { t } from "../lib/i18n.js";
import type { FailedRow } from "../lib/operations.js";
import { linkTo } from "../lib/router.js";
import { Note, Problem, WhileLoading } from "../parts/notice.js";
import { Pager } from "../parts/pager.js";

const pageSize = 50;

interface FailedRowsTableProps {
  readonly bulk: Bulk;
  /** Failed rows so far. */
  readonly failed: number;
}

/** The failed rows of a bulk with their reasons, to read and to download. */
export function FailedRowsTable({ bulk, failed }: FailedRowsTableProps) {
  const [page, setPage] = useState(1);
  const isRunning = bulk.state === "running";
  // While the bulk runs, the list is read again at every tenth failure and at the end.
  const key = `${bulk.bulk_uuid} ${page} ${isRunning ? Math.ceil(failed / 10) : `finished ${bulk.finished_at}`}`;
  const rows = useLoaded(key, () => readFailedRows(bulk, page, pageSize));
  return (
    <WhileLoading from={rows}>
      {({ rows: shown, total }) =>
        total > 0 && (
          <section aria-label={t("Failed rows")}>
            <div class="heading">
              <h2>{t("Failed rows")}</h2>
              <Download bulk={bulk} />
            </div>
            {bulk.is_synchronous && failed > total && <FirstRows part={total} total={failed} />}
            <div class="scroll" tabIndex={0} role="region" aria-label={t("Failed rows with their reasons")}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t("No.")}</th>
                    <th scope="col">{t("SKU")}</th>
                    <th scope="col">{t("Reason")}</th>
                    {!bulk.is_synchronous && <th scope="col">{t("Sent")}</th>}
                  </tr>
                </thead>
                <tbody>
                  {shown.map((row, index) => (
                    <Row key={`${row.id} ${index}`} row={row} />
                  ))}
                </tbody>
              </table>
            </div>
            <Pager page={page} size={pageSize} total={total} onPage={setPage} />
          </section>
        )
      }
    </WhileLoading>
  );
}

const FirstRows = ({ part, total }: { readonly part: number; readonly total: number }) => (
  <Note>
    {t("These are the first {{part}} of {{total}} failed rows. The answer of the call had all of them.", {
      part: formatCount(part),
      total: formatCount(total),
    })}
  </Note>
);

const Row = ({ row: { id, skus, reason, sent } }: { readonly row: FailedRow }) => (
  <tr>
    <td class="numbers">{formatCount(id + 1)}</td>
    <td>
      {skus.slice(0, 3).map((sku) => (
        <a key={sku} class="block" href={linkTo("history", sku)}>
          {sku}
        </a>
      ))}
      {skus.length > 3 && <span class="muted">{t("and more")}</span>}
    </td>
    <td class="reason">{reason}</td>
    {sent !== "" && (
      <td class="sent">
        <code>{sent.length > 300 ? `${sent.slice(0, 300)}…` : sent}</code>
      </td>
    )}
  </tr>
);

function Download({ bulk }: { readonly bulk: Bulk }) {
  const action = useAction(async () => downloadFile(await failedRowsFile(bulk), `failed-${bulk.bulk_uuid}.ndjson`));
  return (
    <div class="buttons">
      {action.error && <Problem>{action.error}</Problem>}
      <button type="button" onClick={action.run} disabled={action.isBusy}>
        {action.isBusy ? t("Preparing…") : t("Download failed rows")}
      </button>
    </div>
  );
}
