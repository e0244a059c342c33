import { useState } from "preact/hooks";
import { deleteView, savedViews, saveView } from "../../lib/desk/saved-views.js";
import { columns, formatState, parseState, type ViewState } from "../../lib/desk/view-state.js";
import { t } from "../../lib/i18n.js";
import { announce } from "../../parts/notice.js";

interface ViewChoiceProps {
  readonly state: ViewState;
  readonly onChange: (state: ViewState) => void;
}

/** The saved views, and the columns to show. */
export const ViewChoice = (props: ViewChoiceProps) => (
  <div class="buttons view-choice">
    <SavedViews {...props} />
    <ColumnChoice {...props} />
  </div>
);

function SavedViews({ state, onChange }: ViewChoiceProps) {
  const query = formatState(state);
  return (
    <details class="menu">
      <summary>{t("Views")}</summary>
      <div class="card padded">
        <ul class="plain-list">
          {Object.entries(savedViews.value).map(([name, stored]) => (
            <li key={name}>
              <button
                type="button"
                class="quiet"
                aria-pressed={stored === query}
                onClick={() => onChange(parseState(stored))}
              >
                {name}
              </button>
              <button
                type="button"
                class="quiet"
                aria-label={t("Delete the view {{name}}", { name })}
                onClick={() => deleteView(name)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
        <SaveForm query={query} />
      </div>
    </details>
  );
}

function SaveForm({ query }: { readonly query: string }) {
  const [name, setName] = useState("");
  const save = (event: Event) => {
    event.preventDefault();
    if (name.trim() === "") return;
    saveView(name.trim(), query);
    announce(t("The view is saved."));
    setName("");
  };
  return (
    <form onSubmit={save}>
      <label>
        {t("Save this view as")}
        <input value={name} autocomplete="off" onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <button>{t("Save")}</button>
    </form>
  );
}

function ColumnChoice({ state, onChange }: ViewChoiceProps) {
  const shown = state.columns.split(",");
  const toggle = (id: string) =>
    onChange({
      ...state,
      columns: (shown.includes(id) ? shown.filter((other) => other !== id) : [...shown, id]).join(),
    });
  return (
    <details class="menu">
      <summary>{t("Columns")}</summary>
      <fieldset class="card padded">
        <legend class="visually-hidden">{t("Columns to show")}</legend>
        {columns.map(({ id, label }) => (
          <label key={id} class="check-box">
            <input type="checkbox" checked={shown.includes(id)} onChange={() => toggle(id)} />
            {t(label)}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
