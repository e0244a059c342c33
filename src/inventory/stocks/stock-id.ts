/** Stock that every website sells from unless another stock names it. It cannot be deleted. */
export const defaultStock = 1;
