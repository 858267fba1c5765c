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
