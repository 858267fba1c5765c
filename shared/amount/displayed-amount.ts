/** The denominator of `displayed`. */
export const displayParts = 1_000_000_000n

/** The part of an asset's amount that the chain displays, in billionths; absent if it displays the amount itself. */
type Displayed = { readonly displayed?: bigint | undefined }

/** Converts base units to the amount that the chain displays. */
export const toDisplayedAmount = (value: bigint, { displayed }: Displayed): bigint =>
  displayed === undefined ? value : (value * displayed) / displayParts

/** Converts a displayed amount to base units, rounded down. */
export const fromDisplayedAmount = (amount: bigint, { displayed }: Displayed): bigint => {
  if (displayed === undefined) return amount
  return displayed === 0n ? 0n : (amount * displayParts) / displayed
}

/** True if two displayed amounts differ by accrued interest at most: less than a thousandth of the smaller, or one base unit. */
export const isSameDisplay = (one: bigint | undefined, other: bigint | undefined): boolean => {
  if (one === undefined || other === undefined) return one === other
  const [less, more] = one < other ? [one, other] : [other, one]
  const difference = more - less
  return difference <= 1n || difference * 1_000n < less
}
