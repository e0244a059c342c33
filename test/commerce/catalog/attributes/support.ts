import type { Client } from "../../../support/client.js";

/** The attribute in Magento's own test. */
export const colours = (code: string) => ({
  attribute_code: code,
  frontend_labels: [{ store_id: 0, label: "front_lbl" }],
  is_required: true,
  default_value: "",
  frontend_input: "select",
  is_visible_on_front: true,
  is_searchable: true,
  is_visible_in_advanced_search: true,
  is_filterable: true,
  is_filterable_in_search: true,
  options: [
    {
      label: "Red",
      value: "",
      sort_order: 100,
      is_default: false,
      store_labels: [
        { store_id: 0, label: "Admin Red" },
        { store_id: 1, label: "Default Red" },
      ],
    },
    {
      label: "Blue",
      value: "",
      sort_order: 0,
      is_default: true,
      store_labels: [
        { store_id: 0, label: "Admin Blue" },
        { store_id: 1, label: "Default Blue" },
      ],
    },
  ],
});

export const optionsOf = (body: { options: { label: string; value: string }[] }) => body.options;

/** Returns the codes of the attributes of a set. */
export async function codesIn(admin: Client, setId: number): Promise<string[]> {
  const { body } = await admin.get(`/V1/products/attribute-sets/${setId}/attributes`);
  return (body as { attribute_code: string }[]).map(({ attribute_code }) => attribute_code);
}

export const noSuch = (fieldName: string, fieldValue: string | number) => ({
  message: "No such entity with %fieldName = %fieldValue",
  parameters: { fieldName, fieldValue },
});
