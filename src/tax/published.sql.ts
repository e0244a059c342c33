// SQL for use in statements of other domains.

/** Tax classes of products. Used like a table: `join ${productTaxClasses} t on …`. */
export const productTaxClasses = "(select class_id, class_name from tax_class where class_type = 'PRODUCT')";
