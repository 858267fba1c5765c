/** Rounding of a transfer of share-based tokens (stETH, aTokens), in base units: one or two per account. */
const maxUnits = 4n

/** The largest part of the amount that counts as rounding: 1/100,000. */
const minRatio = 100_000n

/** True if two amounts differ by a token's rounding at most. */
export const isRoundingDifference = (amount: bigint, other: bigint): boolean => {
  const difference = amount < other ? other - amount : amount - other
  return difference <= maxUnits && difference * minRatio <= amount
}
