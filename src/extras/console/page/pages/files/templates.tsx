import { useState } from "preact/hooks";
import { call } from "../../lib/api.js";
import { downloadFile } from "../../lib/failed-rows.js";
import { useAction } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import { exportPath, noProducts } from "../../lib/prices/price-file.js";
import { ExportDialog } from "../../parts/export-dialog.js";
import { Problem } from "../../parts/notice.js";

/** Files to begin with: empty ones with the columns, and the stored prices. */
export function Templates() {
  const [isExporting, setIsExporting] = useState(false);
  const template = (format: "xlsx" | "csv") => async () => {
    const file = await call("GET", exportPath({ format, kinds: [] }, noProducts()), { headers: { Accept: "*/*" } });
    downloadFile(await file.blob(), `${t("price-template")}.${format}`);
  };
  const excel = useAction(template("xlsx"));
  const csv = useAction(template("csv"));
  const error = excel.error ?? csv.error;
  return (
    <section class="card padded" aria-label={t("Files to begin with")}>
      <h2>{t("Files to begin with")}</h2>
      <p class="muted">
        {t(
          "An export has all columns and can be imported unchanged: change its prices in a spreadsheet, and send it here.",
        )}
      </p>
      {error && <Problem>{error}</Problem>}
      <div class="buttons">
        <button type="button" onClick={() => setIsExporting(true)}>
          {t("Export prices…")}
        </button>
        <button type="button" disabled={excel.isBusy} onClick={excel.run}>
          {t("Empty template, Excel")}
        </button>
        <button type="button" disabled={csv.isBusy} onClick={csv.run}>
          {t("Empty template, CSV")}
        </button>
      </div>
      {isExporting && <ExportDialog onClose={() => setIsExporting(false)} />}
    </section>
  );
}

const columns: readonly (readonly [string, string])[] = [
  ["kind", t("base, special, tier or cost")],
  ["sku", t("the product")],
  ["store_id, website_id", t("where the price holds; empty or 0 for everywhere")],
  ["customer_group, quantity", t("of a tier price")],
  ["price, price_type", t("an amount, or a discount in percent; DELETE deletes, an empty price changes nothing")],
  ["price_from, price_to", t("days of a special price")],
];

/** What the columns of Portico's own files mean. */
export const Columns = () => (
  <details class="columns">
    <summary>{t("Columns of the file")}</summary>
    <dl class="facts">
      {columns.map(([name, meaning]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </details>
);
