import { distance } from "fastest-levenshtein";
import { fileColumns } from "../file-format.js";

/** Names of columns in several languages, for suggestions. They are never read without being confirmed. */
const synonyms: Readonly<Record<string, RegExp>> = {
  sku: /^(?:art(?:ikel|icle)?[ .-]*(?:nr|nummer|no|number|code)\b.*|item.*|part.*|product.*code|referenc(?:e|ia).*|r[ée]f[ée]?rence.*|codice.*|c[óo]digo.*|ean.*|id)$/,
  price:
    /^(?:(?:unit |net |list |sales? )?price\b.*|(?:netto|brutto|list|stück)?preis\b.*|prix\b.*|precio\b.*|prezzo\b.*|amount|betrag|prijs\b.*)$/,
  special_price: /^(?:sale|special|offer|angebots?|promo)[ _-]?(?:price|preis)?$/,
  customer_group: /^(?:customer|kunden)[ _-]?(?:group|gruppe)$/,
  quantity: /^(?:qty|min.*quantity|menge|ab menge|staffel.*|quantit[éày].*|cantidad)$/,
};

const maxEdits = 2;

/** Returns the field that an unknown column may mean; undefined if none is near. */
export function suggestField(name: string): string | undefined {
  for (const [field, pattern] of Object.entries(synonyms)) if (pattern.test(name)) return field;
  const near = fileColumns
    .map((field) => ({ field, edits: distance(name.replaceAll(" ", "_"), field) }))
    .sort((one, other) => one.edits - other.edits)[0];
  return near && near.edits <= maxEdits && near.edits < near.field.length / 2 ? near.field : undefined;
}
