import { useEffect, useState } from "preact/hooks";
import { read } from "../../lib/api.js";
import { parseAmount } from "../../lib/desk/amounts.js";
import { productTypes } from "../../lib/desk/product-types.js";
import type { ViewState } from "../../lib/desk/view-state.js";
import { useLoaded } from "../../lib/hooks.js";
import { decimalSeparator, t } from "../../lib/i18n.js";
import { type Choices, Select } from "../../parts/select.js";

interface FilterBarProps {
  readonly state: ViewState;
  readonly onChange: (state: ViewState) => void;
}

/** The conditions of the list. Choices apply at once, typed texts with Enter or when their field is left. */
export function FilterBar({ state, onChange }: FilterBarProps) {
  const categories = useLoaded("categories", readCategories).value ?? [];
  const views = useLoaded("store views", readStoreViews).value ?? [];
  const choose = (name: keyof ViewState) => (value: string) => onChange({ ...state, [name]: value });
  const chosen = (name: keyof ViewState) => ({ value: state[name], onChoose: choose(name), all: t("All") });
  const submit = (event: Event) => event.preventDefault();
  return (
    <form class="product-filter" role="search" aria-label={t("Filter of the products")} onSubmit={submit}>
      <Text label={t("Name or SKU")} isWide value={state.text} onEnter={choose("text")} />
      <Text label={t("Base price from")} isAmount value={state.from} onEnter={choose("from")} />
      <Text label={t("Base price to")} isAmount value={state.to} onEnter={choose("to")} />
      <Text
        label={t("Changed in days")}
        value={state.days}
        onEnter={(days) => choose("days")(days.replace(/\D/g, ""))}
      />
      {categories.length > 0 && <Select label={t("Category")} {...chosen("category")} choices={categories} />}
      <Select label={t("Type")} {...chosen("type")} choices={productTypes()} />
      <Select label={t("Status")} {...chosen("status")} choices={statuses()} />
      {views.length > 1 && (
        <Select label={t("Store view")} {...chosen("store")} choices={views} all={t("All store views")} />
      )}
    </form>
  );
}

const statuses = (): Choices => [
  ["1", t("Enabled")],
  ["2", t("Disabled")],
];

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly isWide?: boolean;
  readonly isAmount?: boolean;
  readonly onEnter: (value: string) => void;
}

/** A field whose text applies with Enter or when it is left. An amount that cannot be read does not apply, and is named. */
function Text({ label, value, isWide = false, isAmount = false, onEnter }: TextProps) {
  const [entered, setEntered] = useState(value);
  useEffect(() => setEntered(value), [value]);
  const [refused, setRefused] = useState<string>();
  const finish = () => {
    const text = entered.trim();
    const isBad = isAmount && parseAmount(text, decimalSeparator()) === undefined;
    setRefused(isBad ? text : undefined);
    if (!isBad && text !== value) onEnter(text);
  };
  return (
    <label class={isWide ? "wide" : ""}>
      {label}
      <input
        type="text"
        inputMode={isWide ? ("search" as const) : ("decimal" as const)}
        value={entered}
        aria-invalid={refused !== undefined}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => setEntered(event.currentTarget.value)}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === "Enter") finish();
        }}
      />
      {refused !== undefined && (
        <span class="bad-text" role="alert">
          {t("“{{text}}” is not a number.", { text: refused })}
        </span>
      )}
    </label>
  );
}

interface Category {
  readonly id: number;
  readonly name: string;
  readonly children_data?: readonly Category[];
}

const readCategories = async (): Promise<Choices> =>
  ((await read<Category>("/V1/categories")).children_data ?? []).flatMap((category) => listed(category, 0));

const listed = ({ id, name, children_data: children = [] }: Category, depth: number): Choices => [
  [String(id), `${"\u2007".repeat(2 * depth)}${name}`],
  ...children.flatMap((child) => listed(child, depth + 1)),
];

const readStoreViews = async (): Promise<Choices> =>
  (await read<readonly { readonly id: number; readonly name: string }[]>("/V1/store/storeViews"))
    .filter(({ id }) => id > 0)
    .map(({ id, name }) => [String(id), name]);
