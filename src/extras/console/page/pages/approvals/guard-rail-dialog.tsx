import { useState } from "preact/hooks";
import { call } from "../../lib/api.js";
import { t } from "../../lib/i18n.js";
import { type GuardRail, kindNames, limitOf, type Website, websiteName } from "../../lib/prices/guard-rails.js";
import type { Kind } from "../../lib/prices/price-changes.js";
import { Dialog } from "../../parts/dialog.js";
import { announce } from "../../parts/notice.js";

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
  const save = async () => {
    const values = Object.fromEntries(fields.map(({ field }) => [field, limitOf(texts[field])]));
    const { id, website_id, kind, action } = chosen;
    const path = `/V1/price-guard-rails${id === undefined ? "" : `/${id}`}`;
    await call(id === undefined ? "POST" : "PUT", path, {
      body: { guardRail: { website_id, kind, action, ...values } },
    });
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
    </Dialog>
  );
}

const textsOf = (rail: GuardRail) => {
  const text = (field: Field) => (rail[field] === null ? "" : String(rail[field]));
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
    <label>
      {t("Prices")}
      <select
        value={chosen.kind}
        onChange={(event) => onChoose({ ...chosen, kind: event.currentTarget.value as Kind })}
      >
        {Object.entries(kindNames()).map(([kind, name]) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </select>
    </label>
    <label>
      {t("Website")}
      <select
        value={chosen.website_id}
        onChange={(event) => onChoose({ ...chosen, website_id: Number(event.currentTarget.value) })}
      >
        {[...new Set([0, ...websites.map(({ id }) => id), chosen.website_id])].map((id) => (
          <option key={id} value={id}>
            {websiteName(websites, id)}
          </option>
        ))}
      </select>
    </label>
    <label>
      {t("A change beyond the limits")}
      <select
        value={chosen.action}
        onChange={(event) => onChoose({ ...chosen, action: event.currentTarget.value as GuardRail["action"] })}
      >
        <option value="hold">{t("waits for the approval of another user")}</option>
        <option value="refuse">{t("fails")}</option>
      </select>
    </label>
  </>
);
