import { notFound } from "../call/errors.js";

/** 404 for an unknown store view. */
export const storeNotFound = () =>
  notFound("The store that was requested wasn't found. Verify the store and try again.");

/** 404 for an unknown website. */
export const websiteNotFound = (id: number) =>
  notFound("The website with id %1 that was requested wasn't found. Verify the website and try again.", [id]);
