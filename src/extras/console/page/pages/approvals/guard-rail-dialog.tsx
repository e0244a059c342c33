import { useState } from "preact/hooks";
import { call } from "../../lib/api.js";
import { formatNumber } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { type GuardRail, kindNames, limitOf, type Website, websiteName } from "../../lib/prices/guard-rails.js";
import type { Kind } from "../../lib/prices/price-changes.js";
import { Dialog } from "../../parts/dialog.js";
import { announce } from "../../parts/notice.js";
import { GuardRailTrial } from "./guard-rail-trial.js";
import { Select } from "../../parts/select.js";

interface GuardRailDialogProps {
  /** The guard-rail to change; a new one has no id. */
  readonly rail: GuardRail;
  readonly websites: readonly Website[];
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

const limits = [
  { field: "max_rise_percent", label: t("Largest rise, in percent") },
  { field: "max_fall_percent", label: t("Largest fall, in percent") },
  { field: "floor_above_cost_percent", label: t("At least above the cost, in percent") },
  { field: "ceiling", label: t("Highest price, in the base currency") },
  { field: "max_rows", label: t("Most prices that one call changes") },
] as const;

type Field = (typeof limits)[number]["field"];

/** The form of a guard-rail. */
export function GuardRailDialog({ rail, websites, onSaved, onClose }: GuardRailDialogProps) {
  const [chosen, setChosen] = useState(rail);
  const [texts, setTexts] = useState<Readonly<Record<Field, string>>>(() => textsOf(rail));
  const fields = limits.filter(({ field }) => chosen.kind !== "cost" || field !== "floor_above_cost_percent");
  const { id, ...scope } = chosen;
  const readForm = () => ({
    ...scope,
    ...Object.fromEntries(
      limits.map(({ field }) => [field, fields.some((shown) => shown.field === field) ? limitOf(texts[field]) : null]),
    ),
  });
  const save = async () => {
    const path = `/V1/price-guard-rails${id === undefined ? "" : `/${id}`}`;
    await call(id === undefined ? "POST" : "PUT", path, { body: { guardRail: readForm() } });
    announce(t("The guard-rail was saved."));
    onSaved();
  };
  return (
    <Dialog
      title={rail.id === undefined ? t("New guard-rail") : t("Change this guard-rail")}
      confirm={t("Save")}
      onConfirm={save}
      onClose={onClose}
    >
      <Scope {...{ chosen, websites }} onChoose={setChosen} />
      {fields.map(({ field, label }) => (
        <label key={field}>
          {label}
          <input
            inputMode="decimal"
            placeholder={t("No limit")}
            value={texts[field]}
            onInput={(event) => setTexts({ ...texts, [field]: event.currentTarget.value })}
          />
        </label>
      ))}
      <GuardRailTrial readForm={readForm} />
    </Dialog>
  );
}

const textsOf = (rail: GuardRail) => {
  const text = (field: Field) => (rail[field] === null ? "" : formatNumber(rail[field]));
  return {
    max_rise_percent: text("max_rise_percent"),
    max_fall_percent: text("max_fall_percent"),
    floor_above_cost_percent: text("floor_above_cost_percent"),
    ceiling: text("ceiling"),
    max_rows: text("max_rows"),
  };
};

interface ScopeProps {
  readonly chosen: GuardRail;
  readonly websites: readonly Website[];
  readonly onChoose: (rail: GuardRail) => void;
}

/** The prices that a guard-rail limits, and what happens beyond the limits. */
const Scope = ({ chosen, websites, onChoose }: ScopeProps) => (
  <>
    <Select
      label={t("Prices")}
      value={chosen.kind}
      choices={Object.entries(kindNames())}
      onChoose={(kind) => onChoose({ ...chosen, kind: kind as Kind })}
    />
    <Select
      label={t("Website")}
      value={String(chosen.website_id)}
      choices={[...new Set([0, ...websites.map(({ id }) => id), chosen.website_id])].map((id) => [
        String(id),
        websiteName(websites, id),
      ])}
      onChoose={(id) => onChoose({ ...chosen, website_id: Number(id) })}
    />
    <Select
      label={t("A change beyond the limits")}
      value={chosen.action}
      choices={[
        ["hold", t("waits for the approval of another user")],
        ["refuse", t("fails")],
      ]}
      onChoose={(action) => onChoose({ ...chosen, action: action as GuardRail["action"] })}
    />
  </>
);
