import { useRef } from "preact/hooks";
import type { CellKind, PricedProduct } from "../../lib/desk/products.js";
import { type Column, isNumeric, shownColumns, type ViewState } from "../../lib/desk/view-state.js";
import { t } from "../../lib/i18n.js";
import type { Kind } from "../../lib/prices/price-changes.js";
import { linkTo } from "../../lib/router.js";
import { moveFocus } from "./grid-keys.js";
import { PriceCell } from "./price-cell.js";
import { ShownCell } from "./shown-cell.js";

interface PriceGridProps {
  readonly state: ViewState;
  readonly products: readonly PricedProduct[];
  /** The kinds of prices that the user may change. */
  readonly kinds: readonly Kind[];
  readonly selected: ReadonlyMap<number, PricedProduct>;
  readonly isLoading: boolean;
  readonly onChange: (state: ViewState) => void;
  readonly onSelect: (selected: ReadonlyMap<number, PricedProduct>) => void;
}

/** A page of products. Arrow keys move between the prices that can be changed. */
export function PriceGrid({ state, products, kinds, selected, isLoading, onChange, onSelect }: PriceGridProps) {
  const table = useRef<HTMLTableElement>(null);
  const columns = shownColumns(state);
  const select = (chosen: readonly PricedProduct[], isChosen: boolean) =>
    onSelect(chosenOf(selected, chosen, isChosen));
  return (
    <div
      {...{ class: "scroll desk", role: "region", tabIndex: 0 }}
      aria-label={t("Products with their prices")}
      aria-busy={isLoading}
    >
      <table ref={table} onKeyDown={(event) => table.current && moveFocus(table.current, event)}>
        <Head
          {...{ state, columns, onChange, isAll: products.every(({ id }) => selected.has(id)) }}
          onSelect={(isChosen) => select(products, isChosen)}
        />
        <tbody>
          {products.map((product, row) => (
            <tr key={product.id} class={selected.has(product.id) ? "selected" : ""}>
              <Selector
                {...{ sku: product.sku, isSelected: selected.has(product.id) }}
                onSelect={(isChosen) => select([product], isChosen)}
              />
              <th scope="row" class="sku">
                <a href={linkTo("history", product.sku)}>{product.sku}</a>
              </th>
              {columns.map((column) => (
                <Cell key={column.id} {...{ column, kinds, row, products, state }} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Selected = PriceGridProps["selected"];

/** Returns the selected products, with these or without them. */
function chosenOf(selected: Selected, changed: readonly PricedProduct[], isChosen: boolean): Selected {
  const next = new Map(selected);
  for (const product of changed) {
    if (isChosen) next.set(product.id, product);
    else next.delete(product.id);
  }
  return next;
}

interface SelectorProps {
  readonly sku: string;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}

const Selector = ({ sku, isSelected, onSelect }: SelectorProps) => (
  <td class="check">
    <input
      type="checkbox"
      aria-label={t("Select {{sku}}", { sku })}
      checked={isSelected}
      onChange={(event) => onSelect(event.currentTarget.checked)}
    />
  </td>
);

interface HeadProps {
  readonly state: ViewState;
  readonly columns: readonly Column[];
  readonly isAll: boolean;
  readonly onChange: (state: ViewState) => void;
  readonly onSelect: (isChosen: boolean) => void;
}

const Head = ({ state, columns, isAll, onChange, onSelect }: HeadProps) => (
  <thead>
    <tr>
      <th scope="col" class="check">
        <input
          type="checkbox"
          aria-label={t("Select the products of this page")}
          checked={isAll}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
      </th>
      <SortHeader {...{ state, onChange, label: "SKU", sort: "sku", isNumber: false }} />
      {columns.map((column) => (
        <SortHeader
          key={column.id}
          {...{ state, onChange, label: column.label, isNumber: isNumeric(column.id) }}
          sort={"sort" in column ? column.sort : undefined}
        />
      ))}
    </tr>
  </thead>
);

interface CellProps {
  readonly column: Column;
  readonly kinds: readonly Kind[];
  readonly row: number;
  readonly products: readonly PricedProduct[];
  readonly state: ViewState;
}

function Cell({ column, kinds, row, products, state }: CellProps) {
  const [product, ...below] = products.slice(row);
  if (!product) return null;
  const store = Number(state.store || "0");
  if (!("kind" in column)) return <ShownCell column={column.id} {...{ product, store }} />;
  const kind: CellKind = column.kind;
  return <PriceCell {...{ product, below, kind, store, isEditable: kinds.includes(kind) }} label={t(column.label)} />;
}

interface SortHeaderProps {
  readonly state: ViewState;
  readonly label: string;
  readonly sort: string | undefined;
  readonly isNumber: boolean;
  readonly onChange: (state: ViewState) => void;
}

function SortHeader({ state, label, sort, isNumber, onChange }: SortHeaderProps) {
  const isSorted = sort !== undefined && state.sort === sort;
  const isAscending = state.direction === "ASC";
  const direction = isSorted && isAscending ? "DESC" : "ASC";
  return (
    <th
      scope="col"
      class={sort === "sku" ? "sku" : isNumber ? "number" : ""}
      aria-sort={isSorted ? (isAscending ? "ascending" : "descending") : undefined}
    >
      {sort === undefined ? (
        t(label)
      ) : (
        <button type="button" class="sort" onClick={() => onChange({ ...state, sort, direction })}>
          {t(label)}
          <span aria-hidden="true">{isSorted ? (isAscending ? " ↑" : " ↓") : ""}</span>
        </button>
      )}
    </th>
  );
}
