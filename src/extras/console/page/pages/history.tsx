import { useState } from "preact/hooks";
import { criteria, read } from "../lib/api.js";
import { formatCount, formatTime, parseTime } from "../lib/format.js";
import { useLoaded } from "../lib/hooks.js";
import { t } from "../lib/i18n.js";
import { callerOf, nameOf, partsOfPrice, type PriceChange, type PriceValue } from "../lib/prices/price-changes.js";
import { goTo, linkTo } from "../lib/router.js";
import { Empty, Note, WhileLoading } from "../parts/notice.js";
import { PricePlot } from "../parts/price-plot.js";
import { UndoChangeDialog } from "./undo-change.js";

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
            <ChangeTable changes={items} onUndone={changes.reload} />
          </>
        )
      }
    </WhileLoading>
  );
}

const newestFirst = (one: PriceChange, other: PriceChange) =>
  parseTime(other.changed_at).getTime() - parseTime(one.changed_at).getTime();

interface ChangeTableProps {
  readonly changes: readonly PriceChange[];
  readonly onUndone: () => void;
}

function ChangeTable({ changes, onUndone }: ChangeTableProps) {
  const [asked, setAsked] = useState<PriceChange>();
  return (
    <section aria-label={t("Changes")}>
      <h2>{t("Changes")}</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("Changes of the prices, the newest first")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("When")}</th>
              <th scope="col">{t("Price")}</th>
              <th scope="col" class="number">
                {t("Before")}
              </th>
              <th scope="col" class="number">
                {t("After")}
              </th>
              <th scope="col">{t("By")}</th>
              <th scope="col">
                <span class="visually-hidden">{t("Undo")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {[...changes].sort(newestFirst).map((change) => (
              <ChangeRow key={change.id} change={change} onUndo={() => setAsked(change)} />
            ))}
          </tbody>
        </table>
      </div>
      {asked && <UndoChangeDialog change={asked} onUndone={onUndone} onClose={() => setAsked(undefined)} />}
    </section>
  );
}

/** A price that wraps only between its amount and its dates. */
const Price = ({ value }: { readonly value: PriceValue | null }) => (
  <>
    {partsOfPrice(value).flatMap((part) => [
      <span key={part} class="nowrap">
        {part}
      </span>,
      " ",
    ])}
  </>
);

interface ChangeRowProps {
  readonly change: PriceChange;
  readonly onUndo: () => void;
}

function ChangeRow({ change, onUndo }: ChangeRowProps) {
  const at = formatTime(parseTime(change.changed_at));
  return (
    <tr>
      <td class="nowrap">{at}</td>
      <td class="price">{nameOf(change)}</td>
      <td class="number wraps">
        <Price value={change.old} />
      </td>
      <td class="number wraps">
        <Price value={change.new} />
      </td>
      <td>
        {callerOf(change)}
        <span class="block muted">
          {change.bulk_uuid ? <a href={linkTo("bulks", change.bulk_uuid)}>{t("bulk")}</a> : change.call}
        </span>
      </td>
      <td class="number">
        <button
          type="button"
          class="quiet"
          aria-label={t("Undo: {{price}}, {{time}}", { price: nameOf(change), time: at })}
          onClick={onUndo}
        >
          {t("Undo…")}
        </button>
      </td>
    </tr>
  );
}
