import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { isAmbiguous, parseAmount, stepBetween } from "../../lib/desk/amounts.js";
import { changeTo } from "../../lib/desk/paste.js";
import {
  amountOf,
  canHave,
  type CellKind,
  isPercentage,
  type PricedProduct,
  type TrayChange,
} from "../../lib/desk/products.js";
import { conflictOf } from "../../lib/desk/send.js";
import { changeOf, enter } from "../../lib/desk/tray.js";
import { formatChange, formatNumber } from "../../lib/format.js";
import { decimalSeparator, t } from "../../lib/i18n.js";
import { formatAmount } from "../../lib/prices/price-changes.js";
import { withCurrency } from "../../lib/shop/shop.js";
import { announce } from "../../parts/notice.js";
import { focusBelow } from "./grid-keys.js";
import { enterPasted } from "./paste-report.js";

interface PriceCellProps {
  readonly product: PricedProduct;
  /** The products in the rows below, for a pasted column. */
  readonly below: readonly PricedProduct[];
  readonly kind: CellKind;
  readonly store: number;
  readonly label: string;
  readonly isEditable: boolean;
}

/** Returns an amount with the currency of its store view; 0 stands for all of them. */
export const shownAmount = (amount: string | null, store: number): string =>
  amount === null ? "–" : withCurrency(formatAmount(amount), { store_id: store });

/** Returns the price of a product as its cell shows it: an amount, or a percentage. */
const textOf = (amount: string | null, { product, kind, store }: Pick<PriceCellProps, "product" | "kind" | "store">) =>
  amount !== null && isPercentage(product, kind) ? `${formatNumber(Number(amount))} %` : shownAmount(amount, store);

/** A price. One that the user may change is a button, which Enter, a digit or a click makes a field. */
export function PriceCell({ isEditable, ...props }: PriceCellProps) {
  const { product, kind, store } = props;
  if (!canHave(product, kind)) return <td class="number muted">–</td>;
  return isEditable ? (
    <EditableCell {...props} />
  ) : (
    <td class="number">{textOf(amountOf(product, kind), { product, kind, store })}</td>
  );
}

/** The text of a field, and the amount as which it is read; null to delete the price. */
interface Typed {
  readonly text: string;
  readonly amount: string | null;
}

/** Returns an amount as its field shows it, with the decimal separator of the language. */
const editedAmount = (amount: string | null): string => (amount === null ? "" : formatAmount(amount));

type EditableProps = Omit<PriceCellProps, "isEditable">;

function EditableCell({ product, below, kind, store, label }: EditableProps) {
  const [typed, setTyped] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  /** Where the keyboard focus goes when the field is closed. */
  const isFollowed = useRef<"here" | "below">(undefined);
  useLayoutEffect(() => {
    if (typed !== undefined || !button.current) return;
    if (isFollowed.current === "below") focusBelow(button.current);
    else if (isFollowed.current === "here") button.current.focus();
    isFollowed.current = undefined;
  }, [typed]);
  const name = t("{{label}} of {{sku}}", { label, sku: product.sku });
  const close = (value: Typed | undefined, way: "enter" | "escape" | "leave") => {
    isFollowed.current = ({ enter: "below", escape: "here", leave: undefined } as const)[way];
    if (value && isAmbiguous(value.text) && value.text !== typed)
      enterPasted(value.text, { products: [product], kind, store }, decimalSeparator());
    else if (value) enter([changeTo(product, value.amount, { kind, store })]);
    setTyped(undefined);
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const count = enterPasted(text, { products: [product, ...below], kind, store });
    announce(t("{{count}} prices pasted", { count }));
  };
  return typed === undefined ? (
    <ShownPrice {...{ product, kind, store, name, button, onOpen: setTyped, onPaste: paste }} />
  ) : (
    <td class="number editing">
      <Field {...{ name, kind, store, typed }} onClose={close} />
    </td>
  );
}

/** Returns the text with which a key opens the field of a price; undefined for other keys. */
function openingText(event: KeyboardEvent, value: string | null): string | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (/^[\d.,]$/.test(event.key)) return event.key;
  if (event.key === "F2") return editedAmount(value);
  return event.key === "Delete" || event.key === "Backspace" ? "" : undefined;
}

interface ShownPriceProps extends Pick<PriceCellProps, "product" | "kind" | "store"> {
  readonly name: string;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onOpen: (text: string) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
}

function ShownPrice({ product, kind, store, name, button, onOpen, onPaste }: ShownPriceProps) {
  const change = changeOf({ sku: product.sku, kind, store });
  const value = change ? change.value : amountOf(product, kind);
  const shown = textOf(value, { product, kind, store });
  const old = change && textOf(change.old, { product, kind, store });
  const before = change ? `, ${t("before")} ${old}` : "";
  const keyDown = (event: KeyboardEvent) => {
    const text = openingText(event, value);
    if (text === undefined) return;
    event.preventDefault();
    onOpen(text);
  };
  return (
    <td class={`number editable${change ? " changed" : ""}`}>
      <button
        {...{ ref: button, type: "button", onKeyDown: keyDown, onPaste }}
        data-cell={kind}
        aria-label={`${name}: ${shown}${before}`}
        onClick={() => onOpen(editedAmount(value))}
      >
        {change && <s>{old}</s>} {shown}
        {change && <Step old={change.old} next={change.value} />}
      </button>
      {change && <Overwritten {...{ change, product }} />}
    </td>
  );
}

/** Names who changed the price after the user entered a new one. */
function Overwritten({ change, product }: { readonly change: TrayChange; readonly product: PricedProduct }) {
  const [conflict] = conflictOf(change, product);
  if (!conflict) return null;
  const values = { name: conflict.by ?? t("Someone"), amount: shownAmount(conflict.now, change.store) };
  return <span class="block conflict">{t("{{name}} set {{amount}} meanwhile", values)}</span>;
}

const Step = ({ old, next }: { readonly old: string | null; readonly next: string | null }) => {
  const step = stepBetween(old, next);
  return step === undefined ? null : <small class="block">{formatChange(step)}</small>;
};

interface FieldProps {
  readonly name: string;
  readonly kind: CellKind;
  readonly store: number;
  readonly typed: string;
  /** Gets what was typed, or undefined to leave the price as it is. */
  readonly onClose: (value: Typed | undefined, way: "enter" | "escape" | "leave") => void;
}

/** The field of a price. Enter takes the amount, Escape leaves the price as it is. */
function Field({ name, kind, store, typed, onClose }: FieldProps) {
  const [text, setText] = useState(typed);
  const field = useRef<HTMLInputElement>(null);
  const isClosed = useRef(false);
  const amount = parseAmount(text, decimalSeparator());
  const isBad = amount === undefined || (amount === null && kind === "base" && store === 0);
  const value = isBad ? undefined : { text, amount };
  // Before the next key, which would be lost otherwise.
  useLayoutEffect(() => {
    field.current?.focus();
    if (!/^[\d.,]?$/.test(typed)) field.current?.select();
  }, []);
  const close: FieldProps["onClose"] = (taken, way) => {
    if (isClosed.current) return;
    isClosed.current = true;
    onClose(taken, way);
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") close(undefined, "escape");
    else if (event.key === "Enter" && isBad) announce(t("This is no price. Type an amount such as 12.50."));
    else if (event.key === "Enter") close(value, "enter");
    else return;
    event.preventDefault();
  };
  return (
    <input
      ref={field}
      value={text}
      aria-label={name}
      aria-invalid={isBad}
      inputMode="decimal"
      autocomplete="off"
      onInput={(event) => setText(event.currentTarget.value)}
      onKeyDown={keyDown}
      onBlur={() => close(value, "leave")}
    />
  );
}
