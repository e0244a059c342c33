// SQL: relations for the statements of other domains, which models cannot join.

/** Units of a line, or of the configurable product that it is a variation of, which alone counts them. */
const counted = (column: string): string => `greatest(coalesce(line.${column}, 0),
      case when whole.product_type = 'configurable' then coalesce(whole.${column}, 0) else 0 end)`;

/**
 * Units of products that open orders will take from their pickup locations: `source_code`, `product_id`, `quantity`.
 * Composite products are left out, because their parts are taken.
 */
export const pickupQuantities = `(
    select o.pickup_location_code as source_code, line.product_id, greatest(line.qty_ordered
      - ${counted("qty_shipped")} - ${counted("qty_canceled")} - ${counted("qty_refunded")}, 0) as quantity
    from sales_order o join sales_order_item line on line.order_id = o.entity_id
    left join sales_order_item whole on whole.item_id = line.parent_item_id
    where o.pickup_location_code is not null and coalesce(o.state, '') not in ('complete', 'closed', 'canceled')
      and not exists (select from sales_order_item part where part.parent_item_id = line.item_id))`;
