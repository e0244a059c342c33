import { useEffect, useRef, useState } from "preact/hooks";
import { read } from "../../lib/api.js";
import { type PricedProductPage, type PricedProduct } from "../../lib/desk/products.js";
import { formatState, parseState, productsPath, type ViewState } from "../../lib/desk/view-state.js";
import { formatCount } from "../../lib/format.js";
import { useLoaded } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import type { Kind } from "../../lib/prices/price-changes.js";
import { linkTo, route } from "../../lib/router.js";
import { ExportDialog } from "../../parts/export-dialog.js";
import { Empty, WhileLoading } from "../../parts/notice.js";
import { FilterBar } from "./filter-bar.js";
import { PriceGrid } from "./price-grid.js";
import { MassChangeDialog } from "./mass-change-dialog.js";
import { TrayBar } from "./tray-bar.js";
import { ViewChoice } from "./view-choice.js";

const pageSize = 50;

/** Finds products by their prices, and changes their prices. */
export function PricesView({ detail }: { readonly detail: string }) {
  const [state, setState] = useState(() => parseState(detail));
  useEffect(() => {
    const follow = () => setState(parseState(route.value[1] ?? ""));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const change = (next: ViewState) => {
    const query = formatState(next);
    // The address can be shared. Replacing it keeps the view and the keyboard focus.
    history.replaceState(null, "", query === "" ? linkTo("prices") : linkTo("prices", query));
    setState(next);
  };
  return (
    <>
      <div class="heading">
        <h1>{t("Prices")}</h1>
        <ViewChoice state={state} onChange={change} />
      </div>
      <FilterBar state={state} onChange={change} />
      <Products state={state} onChange={change} />
      <TrayBar />
    </>
  );
}

interface ProductsProps {
  readonly state: ViewState;
  readonly onChange: (state: ViewState) => void;
}

function Products({ state, onChange }: ProductsProps) {
  const key = JSON.stringify({ ...state, columns: "" });
  /** The cursors of the pages so far; the first page has none. */
  const [cursors, setCursors] = useStateOf<readonly (string | undefined)[]>(key, [undefined]);
  const [selected, setSelected] = useStateOf<ReadonlyMap<number, PricedProduct>>(key, new Map());
  const last = useRef<PricedProductPage | undefined>(undefined);
  const total = useRef(0);
  const after = cursors.at(-1);
  const page = useLoaded(`${key} ${after}`, () =>
    read<PricedProductPage>(productsPath(state, { size: pageSize, after })),
  );
  // The last page stays until the next one is there, with the keyboard focus in it.
  last.current = page.value ?? last.current;
  total.current = page.value?.total_count ?? total.current;
  return (
    <WhileLoading from={{ ...page, value: last.current }}>
      {({ items, next, editable_kinds: kinds }) =>
        items.length === 0 ? (
          <Empty title={t("No product matches")}>{t("Change the filter to see products.")}</Empty>
        ) : (
          <>
            <Toolbar {...{ state, kinds, total: total.current }} selected={[...selected.values()]} />
            <PriceGrid
              {...{ state, onChange, kinds, selected, products: items, isLoading: page.isLoading }}
              onSelect={setSelected}
            />
            <CursorPager
              page={cursors.length}
              total={total.current}
              onBack={() => setCursors(cursors.slice(0, -1))}
              onNext={next === null ? undefined : () => setCursors([...cursors, next])}
            />
          </>
        )
      }
    </WhileLoading>
  );
}

interface ToolbarProps {
  readonly state: ViewState;
  readonly kinds: readonly Kind[];
  readonly total: number;
  readonly selected: readonly PricedProduct[];
}

/** The number of products, and the way to change many of them. */
function Toolbar({ state, kinds, total, selected }: ToolbarProps) {
  const [isAsked, setIsAsked] = useState(false);
  const [isExporting, setIsExporting] = useState(false);
  const numbers = { selected: formatCount(selected.length), total: formatCount(total) };
  return (
    <div class="heading">
      <p class="muted" aria-live="polite">
        {selected.length > 0
          ? t("{{selected}} of {{total}} products selected", numbers)
          : t("{{number}} products", { count: total, number: formatCount(total) })}
      </p>
      <div class="buttons">
        <button type="button" onClick={() => setIsExporting(true)}>
          {t("Export…")}
        </button>
        {kinds.some((kind) => kind !== "tier") && (
          <button type="button" onClick={() => setIsAsked(true)}>
            {t("Change many prices…")}
          </button>
        )}
      </div>
      {isExporting && <ExportDialog view={{ state, total }} onClose={() => setIsExporting(false)} />}
      {isAsked && <MassChangeDialog {...{ state, kinds, total, selected }} onClose={() => setIsAsked(false)} />}
    </div>
  );
}

/** Returns a state that begins anew when its key changes. */
function useStateOf<Value>(key: string, initial: Value): [Value, (value: Value) => void] {
  const [kept, setKept] = useState({ key, value: initial });
  return [kept.key === key ? kept.value : initial, (value) => setKept({ key, value })];
}

interface CursorPagerProps {
  readonly page: number;
  readonly total: number;
  readonly onBack: () => void;
  readonly onNext: (() => void) | undefined;
}

/** Buttons to turn pages of a cursor, which knows only the next one. */
function CursorPager({ page, total, onBack, onNext }: CursorPagerProps) {
  if (total <= pageSize) return null;
  return (
    <nav class="pager" aria-label={t("Pages")}>
      <button type="button" disabled={page === 1} onClick={onBack}>
        {t("Previous")}
      </button>
      <span>{t("Page {{page}} of {{pages}}", { page, pages: formatCount(Math.ceil(total / pageSize)) })}</span>
      <button type="button" disabled={onNext === undefined} onClick={onNext}>
        {t("Next")}
      </button>
    </nav>
  );
}
