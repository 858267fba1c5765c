/** True if a value means zero bytes: wallets write nothing, an empty text, `0x` or an empty list. */
export const isEmptyBytes = (value: unknown): boolean =>
  !value || value === '0x' || (Array.isArray(value) && value.length === 0)
