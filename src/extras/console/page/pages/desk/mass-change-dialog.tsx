import { useState } from "preact/hooks";
import { ApiError, read } from "../../lib/api.js";
import type { Ending } from "../../lib/desk/amounts.js";
import { computeChanges, type MassChange, type MassResult } from "../../lib/desk/mass-change.js";
import type { CellKind, PricedProduct, PricedProductPage } from "../../lib/desk/products.js";
import { enter, trayCount, trayLimit } from "../../lib/desk/tray.js";
import { productsPath, type ViewState } from "../../lib/desk/view-state.js";
import { formatCount } from "../../lib/format.js";
import { useLoaded } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import type { Kind } from "../../lib/prices/price-changes.js";
import { Choice } from "../../parts/choice.js";
import { Dialog } from "../../parts/dialog.js";
import { announce, WhileLoading } from "../../parts/notice.js";
import { ComputedChanges } from "./computed-changes.js";
import { MassChangeForm } from "./mass-change-form.js";

interface MassChangeDialogProps {
  readonly state: ViewState;
  readonly kinds: readonly Kind[];
  readonly total: number;
  readonly selected: readonly PricedProduct[];
  readonly onClose: () => void;
}

const pageSize = 1000;

/** Computes new prices of the selected products or of all that match, and puts them into the tray. */
export function MassChangeDialog({ state, kinds, total, selected, onClose }: MassChangeDialogProps) {
  const editable = kinds.filter((kind): kind is CellKind => kind !== "tier");
  const [isOfAll, setIsOfAll] = useState(selected.length === 0);
  const [mass, setMass] = useState<MassChange>({
    ...{ kind: editable[0] ?? "base", from: editable[0] ?? "base", way: "percent", by: "", ending: "" as Ending },
  });
  const isReady = mass.by !== "" && !(mass.way === "set" && mass.by.startsWith("-"));
  const products = useLoaded(String(isOfAll), () => (isOfAll ? readAll(state, total) : Promise.resolve(selected)));
  const store = Number(state.store || "0");
  const result = isReady && products.value ? computeChanges(products.value, mass, store) : undefined;
  const isTooMuch = result !== undefined && result.changes.length + trayCount.value > trayLimit;
  return (
    <Dialog
      title={t("Change many prices")}
      confirm={t("Add to the changes")}
      isBlocked={result === undefined || result.changes.length === 0 || isTooMuch}
      onConfirm={() => Promise.resolve(result && put(result))}
      onClose={onClose}
    >
      <Products {...{ isOfAll, total, selected: selected.length }} onChoose={setIsOfAll} />
      <MassChangeForm mass={mass} kinds={editable} onChange={setMass} />
      <WhileLoading from={products}>{() => result && <ComputedChanges result={result} />}</WhileLoading>
      {isTooMuch && (
        <p class="notice">
          {t("The page keeps at most {{number}} changes. Use a price file for more.", {
            number: formatCount(trayLimit),
          })}
        </p>
      )}
    </Dialog>
  );
}

function put({ changes }: MassResult): void {
  enter(changes);
  announce(t("{{count}} changes", { count: changes.length }));
}

interface ProductsProps {
  readonly isOfAll: boolean;
  readonly total: number;
  readonly selected: number;
  readonly onChoose: (isOfAll: boolean) => void;
}

const Products = ({ isOfAll, total, selected, onChoose }: ProductsProps) => (
  <Choice
    label={t("Products")}
    chosen={isOfAll ? "all" : "selected"}
    onChoose={(chosen) => onChoose(chosen === "all")}
    options={[
      ...(selected > 0
        ? [{ value: "selected", label: t("Selected: {{number}}", { number: formatCount(selected) }) }]
        : []),
      { value: "all", label: t("All that match: {{number}}", { number: formatCount(total) }) },
    ]}
  />
);

/** Reads all products that match. More than the tray can keep are not read. */
async function readAll(state: ViewState, total: number): Promise<readonly PricedProduct[]> {
  if (total > trayLimit) {
    throw new ApiError(
      t("The page keeps at most {{number}} changes. Use a price file for more.", { number: formatCount(trayLimit) }),
      400,
    );
  }
  const products: PricedProduct[] = [];
  let after: string | undefined;
  do {
    const page = await read<PricedProductPage>(productsPath(state, { size: pageSize, after }));
    products.push(...page.items);
    after = page.next ?? undefined;
  } while (after !== undefined && products.length < trayLimit);
  return products;
}
