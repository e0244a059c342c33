import "reflect-metadata";
import { beforeEach } from "vitest";
import { isSkipped } from "./test-database.js";

const skipped = await isSkipped();

beforeEach((context) => {
  if (skipped) context.skip("PostgreSQL is not running");
});
