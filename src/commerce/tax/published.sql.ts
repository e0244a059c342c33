// SQL: relations for the statements of other domains, which models cannot join.

/** Tax classes of products. Used like a table: `join ${productTaxClasses} t on …`. */
export const productTaxClasses = "(select class_id, class_name from tax_class where class_type = 'PRODUCT')";
