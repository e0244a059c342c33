-- Imports of orders by number got an aggregate of their own: `order-number:000000017`. Other keys of orders are ids or `*`.
UPDATE "bulk_queue" SET "ordering_key" = 'order-number:' || substr("ordering_key", 7)
WHERE "ordering_key" LIKE 'order:%' AND "ordering_key" !~ '^order:([1-9][0-9]{0,8}|\*)$';
