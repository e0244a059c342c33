/** Id of the stock that websites sell from by default. It cannot be deleted. */
export const defaultStock = 1;
