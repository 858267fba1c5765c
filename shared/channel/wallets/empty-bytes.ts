/** Whether a value stands for no bytes at all: wallets write it as nothing, as empty text, as `0x` or as an empty list. */
export const isEmptyBytes = (value: unknown): boolean =>
  !value || value === '0x' || (Array.isArray(value) && value.length === 0)
