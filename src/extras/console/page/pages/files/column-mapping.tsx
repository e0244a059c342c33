import { useEffect, useState } from "preact/hooks";
import { call, json } from "../../lib/api.js";
import { useAction, useLoaded } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import { columnsPath, type FileColumns, fileHeaders, headOf, type UploadOptions } from "../../lib/prices/price-file.js";
import { readGroups } from "../../lib/prices/shoppers.js";
import { announce, Problem, WhileLoading } from "../../parts/notice.js";
import { type Choices } from "../../parts/select.js";

interface ColumnMappingProps {
  readonly file: File;
  readonly options: UploadOptions;
  /** Whether the file cannot be read without a mapping, as far as the page knows. */
  readonly isUnread: boolean;
  readonly onChange: (options: UploadOptions) => void;
}

/** What the columns of a file mean: to look at, to change by hand, and to save for the next file. */
export function ColumnMapping({ file, options, isUnread, onChange }: ColumnMappingProps) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (isUnread) setIsOpen(true);
  }, [isUnread]);
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t("Columns and what they mean")}</summary>
      {isOpen && <Mapped {...{ file, options, onChange }} />}
    </details>
  );
}

const ignored = "ignore";

const fieldNames: Choices = [
  [ignored, t("is left out")],
  ["sku", t("SKU")],
  ["price", t("Price of the kind, or base price")],
  ["special_price", t("Special price")],
  ["cost", t("Cost")],
  ["kind", t("Kind of the price")],
  ["store_id", t("Store view")],
  ["website_id", t("Website")],
  ["customer_group", t("Customer group")],
  ["quantity", t("Minimum quantity")],
  ["price_type", t("Fixed price or discount")],
  ["price_from", t("Start of the special price")],
  ["price_to", t("End of the special price")],
];

type MappedProps = Omit<ColumnMappingProps, "isUnread">;

function Mapped({ file, options, onChange }: MappedProps) {
  const path = columnsPath(options);
  const found = useLoaded(path, () => json<FileColumns>("POST", path, { body: headOf(file), headers: fileHeaders }));
  const groups = useLoaded("groups", readGroups);
  const choices: Choices = [
    ...fieldNames,
    ...(groups.value ?? []).map(
      ({ code }) => [`tier_price:${code.toLowerCase()}`, t("Tier price of {{group}}", { group: code })] as const,
    ),
  ];
  return (
    <WhileLoading from={found}>
      {({ form, columns }) => {
        const fields = columns.map(({ field }) => field ?? ignored);
        const choose = (at: number, field: string) => {
          const next = columns.map(({ column }, index): [string, string] => {
            // A field has one column.
            const before = fields[index] ?? ignored;
            return [column, index === at ? field : before === field ? ignored : before];
          });
          onChange({ ...options, mapping: "", columns: JSON.stringify(Object.fromEntries(next)) });
        };
        return (
          <div class="mapping">
            {form === null && <p class="notice">{t("Say which column has the SKU, and which ones have prices.")}</p>}
            <MappingTable {...{ columns, fields, choices }} onChoose={choose} />
            {options.columns.startsWith("{") && <SaveMapping {...{ options, onChange }} />}
            {options.mapping !== "" && <DeleteMapping {...{ options, onChange }} />}
          </div>
        );
      }}
    </WhileLoading>
  );
}

interface MappingTableProps extends Pick<FileColumns, "columns"> {
  readonly fields: readonly string[];
  readonly choices: Choices;
  readonly onChoose: (at: number, field: string) => void;
}

const MappingTable = ({ columns, fields, choices, onChoose }: MappingTableProps) => (
  <div class="scroll" tabIndex={0} role="region" aria-label={t("Columns and what they mean")}>
    <table>
      <thead>
        <tr>
          <th scope="col">{t("Column")}</th>
          <th scope="col">{t("Meaning")}</th>
          <th scope="col">{t("First values")}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map(({ column, suggestion, samples }, at) => (
          <tr key={`${at} ${column}`}>
            <th scope="row" class="data">
              {column}
            </th>
            <td>
              <FieldChoice
                {...{ column, choices, field: fields[at] ?? ignored }}
                onChoose={(field) => onChoose(at, field)}
              />
              {suggestion !== null && (
                <button type="button" class="quiet" onClick={() => onChoose(at, suggestion)}>
                  {t("Perhaps: {{field}}", { field: nameOf(suggestion, choices) })}
                </button>
              )}
            </td>
            <td class="data samples">{samples.filter(Boolean).join(" · ")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const nameOf = (field: string, choices: Choices): string => choices.find(([value]) => value === field)?.[1] ?? field;

interface FieldChoiceProps {
  readonly column: string;
  readonly field: string;
  readonly choices: Choices;
  readonly onChoose: (field: string) => void;
}

/** The list of meanings. One that the list does not have, such as a tier price from a quantity, is added. */
const FieldChoice = ({ column, field, choices, onChoose }: FieldChoiceProps) => (
  <select
    aria-label={t("Meaning of {{column}}", { column })}
    value={field}
    onChange={(event) => onChoose(event.currentTarget.value)}
  >
    {[...choices, ...(choices.some(([value]) => value === field) ? [] : [[field, field] as const])].map(
      ([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ),
    )}
  </select>
);

type SavedProps = Pick<ColumnMappingProps, "options" | "onChange">;

/** Saves the mapping with what else the file needs, for the next file of its sender. */
function SaveMapping({ options, onChange }: SavedProps) {
  const [name, setName] = useState("");
  const saving = useAction(async () => {
    const fields = Object.entries(JSON.parse(options.columns) as Record<string, string>);
    const mapping = {
      ...{ name, columns: fields.map(([column, field]) => ({ column, field })) },
      ...{ kind: options.kind || null, decimal: options.decimal || null, empty: options.empty || null },
    };
    await json("POST", "/V1/price-import-mappings", { body: { mapping } });
    announce(t("The mapping was saved."));
    onChange({ ...options, mapping: name, columns: "" });
  });
  return (
    <div class="buttons save-mapping">
      {saving.error && <Problem>{saving.error}</Problem>}
      <label>
        {t("Name of the mapping")}
        <input
          value={name}
          placeholder={t("for example the supplier")}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <button type="button" disabled={saving.isBusy || name.trim() === ""} onClick={saving.run}>
        {t("Save the mapping")}
      </button>
    </div>
  );
}

function DeleteMapping({ options, onChange }: SavedProps) {
  const deleting = useAction(async () => {
    await call("DELETE", `/V1/price-import-mappings/${encodeURIComponent(options.mapping)}`);
    announce(t("The mapping was deleted."));
    onChange({ ...options, mapping: "" });
  });
  return (
    <div class="buttons">
      {deleting.error && <Problem>{deleting.error}</Problem>}
      <button type="button" disabled={deleting.isBusy} onClick={deleting.run}>
        {t("Delete the mapping {{name}}", { name: options.mapping })}
      </button>
    </div>
  );
}
