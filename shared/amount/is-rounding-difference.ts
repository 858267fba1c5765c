/** Base units by which tokens that keep shares (stETH, aTokens) round a transfer: one or two in each account. */
const mostUnits = 4n

/** The largest part of the amount that counts as rounding: a hundred-thousandth. */
const leastRatio = 100_000n

/** Whether an amount is another one but for the rounding of a token: a few base units, which are next to nothing of it. */
export const isRoundingDifference = (amount: bigint, other: bigint): boolean => {
  const difference = amount < other ? other - amount : amount - other
  return difference <= mostUnits && difference * leastRatio <= amount
}
