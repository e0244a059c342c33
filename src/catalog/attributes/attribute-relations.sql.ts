// SQL: relations for the statements of other domains, which models cannot join.

/** Attributes of products; `flags` is an object of booleans by flag name. */
export const productAttributes = `(select a.id, a.code, a.frontend_input, a.backend_type, a.flags, a.position
    from attribute a join entity_type e on e.id = a.entity_type_id and e.code = 'catalog_product')`;

/** Options of the attributes of products: the attribute's code, the stored value, and the label in a store view. */
export const productAttributeOptions = (storeId: string): string => `(
    select a.code, o.value, coalesce(l.label, o.label) as label
    from attribute a join entity_type e on e.id = a.entity_type_id and e.code = 'catalog_product'
    join attribute_option o on o.attribute_id = a.id
    left join attribute_option_label l on l.option_id = o.id and l.store_id = nullif(${storeId}, 0))`;
