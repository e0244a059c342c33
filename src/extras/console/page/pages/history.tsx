import { useState } from "preact/hooks";
import { criteria, read } from "../lib/api.js";
import { formatTime, parseTime, plural } from "../lib/format.js";
import { useLoaded } from "../lib/hooks.js";
import { callerOf, formatPrice, nameOf, type PriceChange, type PriceValue } from "../lib/prices/price-changes.js";
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
      <h1>Price history</h1>
      <form class="search" role="search" onSubmit={submit}>
        <label class="visually-hidden" for="sku">
          SKU
        </label>
        <input
          id="sku"
          type="search"
          placeholder="SKU of a product"
          value={entered}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => setEntered(event.currentTarget.value)}
        />
        <button class="primary">Show</button>
      </form>
      {sku === "" ? (
        <Empty title="Which product?">Enter its SKU to see how its prices came about.</Empty>
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
          <Empty title={`No price of ${sku} was changed`}>
            The history begins with the first change that Portico recorded.
          </Empty>
        ) : (
          <>
            <PricePlot sku={sku} changes={items} />
            {total > items.length && (
              <Note>
                These are the newest {items.length} changes of {plural(total, "change")}.
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
    <section aria-label="Changes">
      <h2>Changes</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label="Changes of the prices, the newest first">
        <table>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Price</th>
              <th scope="col" class="number">
                Before
              </th>
              <th scope="col" class="number">
                After
              </th>
              <th scope="col">By</th>
              <th scope="col">
                <span class="visually-hidden">Undo</span>
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
    {formatPrice(value)
      .split(/ (?=\(|to )/)
      .flatMap((part) => [
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
          {change.bulk_uuid ? <a href={linkTo("bulks", change.bulk_uuid)}>bulk</a> : change.call}
        </span>
      </td>
      <td class="number">
        <button type="button" class="quiet" aria-label={`Undo: ${nameOf(change)}, ${at}`} onClick={onUndo}>
          Undo…
        </button>
      </td>
    </tr>
  );
}
