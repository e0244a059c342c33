import { useState } from "preact/hooks";
import { formatChange, formatCount } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import {
  failureText,
  largestSteps,
  nameOf,
  partsOfPrice,
  type Preview,
  type PreviewedChange,
  type PreviewedFailure,
  type PriceScope,
  type PriceValue,
  stepOf,
} from "../lib/prices/price-changes.js";
import { Choice } from "./choice.js";

/** The names of forms that are not those of programs. */
const formName = (form: string): string =>
  ({
    portico: t("a price a row"),
    prices: t("SKU and price"),
    "several-prices": t("several prices a row"),
    "magento-products": t("products of Magento"),
    "magento-advanced-pricing": t("Magento Advanced Pricing"),
    "google-feed": t("a product feed of Google"),
    shopify: "Shopify",
    woocommerce: "WooCommerce",
    prestashop: "PrestaShop",
    odoo: "Odoo",
    akeneo: "Akeneo",
  })[form] ?? form;

/** Up to this number of changes, people see the outliers without looking for them. */
const fewChanges = 20;

/** Number of rows of a preview to show: people look at the outliers and at samples. */
const shownRows = 200;

/** The prices that would change, the rows that would fail or deserve a look, and the largest changes. */
export function PreviewResult({ preview }: { readonly preview: Preview }) {
  const { changes, failures, warnings = [], total_changes: total, failed = failures.length } = preview;
  const { deleted = 0, unchanged, skipped = 0, total_warnings: warned = 0 } = preview;
  const { largest_rises: rises, largest_falls: falls } = preview;
  const { rise, fall } = largestSteps([...changes, ...(rises ?? []), ...(falls ?? [])]);
  return (
    <>
      <Reading preview={preview} />
      <dl class="counts">
        <Figure label={t("Would change")} value={formatCount(total)} kind="" />
        <Figure label={t("Would fail")} value={formatCount(failed)} kind={failed > 0 ? "bad" : ""} />
        {warned > 0 && <Figure label={t("Deserve a look")} value={formatCount(warned)} kind="" />}
        {deleted > 0 && <Figure label={t("Would be deleted")} value={formatCount(deleted)} kind="" />}
        {unchanged !== undefined && <Figure label={t("Already equal")} value={formatCount(unchanged)} kind="" />}
        {skipped > 0 && <Figure label={t("Not applied")} value={formatCount(skipped)} kind="" />}
        <Figure label={t("Largest rise")} value={formatChange(rise)} kind="" />
        <Figure label={t("Largest fall")} value={formatChange(fall)} kind="" />
      </dl>
      {failures.length > 0 && (
        <Reasons
          title={t("{{number}} rows would fail", { count: failed, number: formatCount(failed) })}
          rows={failures}
        />
      )}
      {warnings.length > 0 && (
        <Reasons
          title={t("{{number}} rows to look at", { count: warned, number: formatCount(warned) })}
          rows={warnings}
        />
      )}
      {changes.length > 0 && <ChangeLists {...{ preview }} />}
    </>
  );
}

/** How a file is read. */
function Reading({ preview: { form, decimal, header_line: line, left_out_columns: left = [] } }: { preview: Preview }) {
  if (form === undefined) return null;
  return (
    <p class="muted">
      {t("Read as {{form}}", { form: formName(form) })}
      {line ? t(", with the header in line {{line}}", { line }) : ""}
      {decimal ? t(", decimal separator “{{decimal}}”", { decimal }) : ""}.
      {left.length > 0 && ` ${t("Left out: {{columns}}.", { columns: left.join(", ") })}`}
    </p>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly kind: string;
}

const Figure = ({ label, value, kind }: FigureProps) => (
  <div class={kind}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

interface ReasonsProps {
  readonly title: string;
  readonly rows: readonly PreviewedFailure[];
}

const Reasons = ({ title, rows }: ReasonsProps) => (
  <details class="failures" open>
    <summary>{title}</summary>
    <ul>
      {rows.slice(0, shownRows).map((row, index) => (
        <li key={index}>{failureText(row)}</li>
      ))}
    </ul>
  </details>
);

/** The largest rises and falls of all changes, and the first changes. */
function ChangeLists({ preview }: { readonly preview: Preview }) {
  const { changes, total_changes: total, largest_rises: rises = [], largest_falls: falls = [] } = preview;
  const [largest = "first"] = [...(rises.length > 0 ? ["rises"] : []), ...(falls.length > 0 ? ["falls"] : [])];
  const [chosen, setChosen] = useState(total > fewChanges ? largest : "first");
  const lists = [
    ...(rises.length > 0 ? [{ value: "rises", label: t("Largest rises") }] : []),
    ...(falls.length > 0 ? [{ value: "falls", label: t("Largest falls") }] : []),
    { value: "first", label: t("In their order") },
  ];
  const shown = { rises, falls }[chosen] ?? changes;
  return (
    <>
      {lists.length > 1 && <Choice label={t("Changes")} options={lists} chosen={chosen} onChoose={setChosen} />}
      <Changes changes={shown} total={shown === changes ? total : shown.length} />
    </>
  );
}

/** Changed prices of a preview. */
function Changes({ changes, total }: { readonly changes: readonly PreviewedChange[]; readonly total: number }) {
  const shown = changes.slice(0, shownRows);
  const caption =
    total > shown.length
      ? t("The first {{part}} of {{total}} changes", { part: formatCount(shown.length), total: formatCount(total) })
      : t("{{number}} changes", { count: total, number: formatCount(total) });
  const headings = [t("Now"), t("Then")] as const;
  return <PriceTable label={t("Prices that would change")} {...{ caption, headings }} changes={shown} />;
}

interface PriceTableProps {
  readonly label: string;
  readonly caption?: string;
  /** The headings of both prices. */
  readonly headings: readonly [string, string];
  readonly changes: readonly PreviewedChange[];
  /** Returns the address of the page of a product. */
  readonly linkOf?: (sku: string) => string;
}

/** Prices before and after a change, with the change in percent. */
export const PriceTable = ({ label, caption, headings: [before, after], changes, linkOf }: PriceTableProps) => (
  <div class="scroll" tabIndex={0} role="region" aria-label={label}>
    <table class="stacked">
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          <th scope="col">{t("SKU")}</th>
          <th scope="col">{t("Price")}</th>
          {[before, after, t("Change")].map((heading) => (
            <th key={heading} scope="col" class="number">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.map((change, index) => (
          <tr key={index}>
            <th scope="row">{linkOf ? <a href={linkOf(change.sku)}>{change.sku}</a> : change.sku}</th>
            <td class="price">{nameOf(change)}</td>
            <td class="number" data-label={before}>
              <Price value={change.old} place={change} />
            </td>
            <td class="number" data-label={after}>
              <Price value={change.new} place={change} />
            </td>
            <td class="number" data-label={t("Change")}>
              {stepText(change)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function stepText(change: PreviewedChange): string {
  const step = stepOf(change);
  return step === undefined ? "–" : formatChange(step);
}

/** A price that wraps only between its amount and its dates. */
export const Price = ({ value, place }: { readonly value: PriceValue | null; readonly place: PriceScope }) => (
  <>
    {partsOfPrice(value, place).flatMap((part) => [
      <span key={part} class="nowrap">
        {part}
      </span>,
      " ",
    ])}
  </>
);
