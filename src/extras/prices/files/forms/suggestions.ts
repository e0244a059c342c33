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

const maxDistance = 2;

/** Returns the field that an unknown column may mean; undefined if none is near. */
export function suggestField(name: string): string | undefined {
  for (const [field, pattern] of Object.entries(synonyms)) if (pattern.test(name)) return field;
  const near = fileColumns
    .map((field) => ({ field, distance: distance(name.replaceAll(" ", "_"), field) }))
    .sort((one, other) => one.distance - other.distance)[0];
  return near && near.distance <= maxDistance && near.distance < near.field.length / 2 ? near.field : undefined;
}

/** Returns the number of letters to insert, delete or replace to turn one text into the other. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > maxDistance) return maxDistance + 1;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, against] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === against ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
