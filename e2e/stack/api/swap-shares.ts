/** The least that may come. */
export const leastOf = (toAmount: bigint, slippageBasisPoints: bigint): bigint =>
  (toAmount * (10_000n - slippageBasisPoints)) / 10_000n

/** What of an amount stays, where each of several pools keeps a share. */
export function keptOf(
  amount: bigint,
  hops: number,
  keeps: { readonly share: bigint; readonly of: bigint },
): bigint {
  const whole = keeps.of ** BigInt(hops)
  return (amount * (whole - (keeps.of - keeps.share) ** BigInt(hops))) / whole
}
