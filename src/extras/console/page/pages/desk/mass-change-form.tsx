import { useState } from "preact/hooks";
import { parseAmount } from "../../lib/desk/amounts.js";
import type { MassChange } from "../../lib/desk/mass-change.js";
import type { CellKind } from "../../lib/desk/products.js";
import { formatNumber } from "../../lib/format.js";
import { decimalSeparator, t } from "../../lib/i18n.js";
import { type Choices, Select } from "../../parts/select.js";

interface MassChangeFormProps {
  readonly mass: MassChange;
  /** The kinds of prices that the user may change. */
  readonly kinds: readonly CellKind[];
  readonly onChange: (mass: MassChange) => void;
}

const kindNames = () => ({ base: t("Base price"), special: t("Special price"), cost: t("Cost") });

const ways = (): Choices => [
  ["percent", t("Plus or minus percent")],
  ["amount", t("Plus or minus an amount")],
  ["set", t("Set to an amount")],
];

const endings = (): Choices => [
  ["", t("Two decimal places")],
  [".99", formatNumber(".99")],
  [".95", formatNumber(".95")],
  [".00", t("Whole")],
];

/** The kind of price, what to start from, the change and the ending. */
export function MassChangeForm({ mass, kinds, onChange }: MassChangeFormProps) {
  const names = kindNames();
  const choices = kinds.map((kind) => [kind, names[kind]] as const);
  const choose = (name: keyof MassChange) => (value: string) => onChange({ ...mass, [name]: value });
  const chooseKind = (kind: string) => onChange({ ...mass, kind: kind as CellKind, from: kind as CellKind });
  return (
    <div class="upload-options">
      <Select {...{ label: t("Price to change"), value: mass.kind, choices, onChoose: chooseKind }} />
      <Select {...{ label: t("Change"), value: mass.way, choices: ways(), onChoose: choose("way") }} />
      {mass.way !== "set" && (
        <Select
          {...{ label: t("Start from"), value: mass.from, onChoose: choose("from") }}
          choices={Object.entries(names)}
        />
      )}
      <By mass={mass} onType={choose("by")} />
      <Select {...{ label: t("Ending"), value: mass.ending, choices: endings(), onChoose: choose("ending") }} />
    </div>
  );
}

/** The amount or percentage of the change. */
function By({ mass, onType }: { readonly mass: MassChange; readonly onType: (by: string) => void }) {
  const [typed, setTyped] = useState("");
  const isPercent = mass.way === "percent";
  const type = (text: string) => {
    setTyped(text);
    onType(signedAmount(text) ?? "");
  };
  return (
    <label>
      {isPercent ? t("Percent") : t("Amount")}
      <input
        value={typed}
        autocomplete="off"
        placeholder={isPercent ? t("-10; 0 copies") : "2.50"}
        aria-invalid={typed !== "" && mass.by === ""}
        onInput={(event) => type(event.currentTarget.value)}
      />
    </label>
  );
}

/** Reads an amount with a sign; undefined for any other text. */
function signedAmount(text: string): string | undefined {
  const [, sign = "", digits = ""] = /^\s*([-+−–]?)(.*?)%?\s*$/.exec(text) ?? [];
  const amount = parseAmount(digits, decimalSeparator());
  return amount == null ? undefined : `${sign === "" || sign === "+" ? "" : "-"}${amount}`;
}
