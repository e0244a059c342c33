-- The bundled command gave most service contracts a name with a digit: `productrepository2interface`.
UPDATE "bulk" SET "topic" = regexp_replace("topic", '[0-9]+interface\.', 'interface.')
WHERE "topic" ~ '[0-9]interface\.';
UPDATE "bulk_operation" SET "result_message" = regexp_replace("result_message", '[0-9]+Interface::', 'Interface::')
WHERE "result_message" LIKE 'Service execution success %' AND "result_message" ~ '[0-9]Interface::';
