/** Parts of one in which `displayed` counts. */
export const displayParts = 1_000_000_000n

/** As of an asset: what the chain displays of an amount, in billionths of it; absent where that is the amount itself. */
type Displayed = { readonly displayed?: bigint | undefined }

/** An amount in base units as the chain displays it: what people see everywhere. */
export const shownUnits = (value: bigint, { displayed }: Displayed): bigint =>
  displayed === undefined ? value : (value * displayed) / displayParts

/** The amount in base units that the chain displays as this many, rounded down. */
export const unitsOfShown = (shown: bigint, { displayed }: Displayed): bigint => {
  if (displayed === undefined) return shown
  return displayed === 0n ? 0n : (shown * displayParts) / displayed
}

/** Whether a displayed amount is another one but for what interest adds meanwhile: less than a thousandth, or a base unit. */
export const isSameDisplay = (one: bigint | undefined, other: bigint | undefined): boolean => {
  if (one === undefined || other === undefined) return one === other
  const difference = one < other ? other - one : one - other
  return difference <= 1n + other / 1_000n
}
