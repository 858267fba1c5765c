/** How a token treats a transfer of exactly this amount to exactly this recipient, read before the wallet is called. */
export type TokenTerms = {
  /** What the recipient gets, in base units; undefined if it cannot be determined beforehand. */
  readonly arrives: bigint | undefined
  /** By how much the sender's balance falls, in base units, if that is more than the amount (eip155). */
  readonly leaves?: bigint
  /** A memo that the transfer carries because the recipient's account requires one (Solana). */
  readonly memo?: string
  /** The amount as wallets display it, in base units, if the token adjusts the displayed amount (Solana). */
  readonly displayed?: bigint
  /** The issuer can move or destroy the token in every account (Solana). */
  readonly isRevocable?: boolean
  /** A program of the issuer that runs during the transfer, and may reject it (Solana). */
  readonly hook?: string
}

/** What a transfer costs, in the native currency's base units. `maxFee` is the maximum that the chain can charge. */
type FeeTotals = {
  readonly expectedFee: bigint
  readonly maxFee: bigint
  /**
   * Part of both: the deposit for opening the recipient's account, which is returned when it is closed (Solana token
   * accounts).
   */
  readonly accountDeposit?: bigint
  /** Absent if the whole amount arrives by the rules of the chain itself: native currencies and SPL Token. */
  readonly token?: TokenTerms
  /** No key controls the recipient: a program decides about withdrawals of what arrives (Solana). */
  readonly isKeyless?: boolean
  /** The token's balances are those of the native currency: what is sent no longer pays the fee (CELO by its contract). */
  readonly spendsNative?: boolean
}

/** Fee on eip155: gas and its price, with the spec's multiplier 1.2 on the price. */
export type GasFee = FeeTotals & {
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** Set on chains without a base fee (before EIP-1559): the transaction carries this price alone. */
  readonly legacyGasPrice?: bigint
}

/** Fee on Solana: a price for each signature, and one for the requested compute units, in millionths of a lamport. */
export type ComputeFee = FeeTotals & {
  readonly computeUnitLimit: number
  readonly microLamportsPerUnit: bigint
}

/** Fee on Polkadot: by weight and length of the extrinsic, and a tip. */
export type WeightFee = FeeTotals & {
  readonly tip: bigint
  /**
   * Only one server reports how the transfer is encoded: no second one confirms it, and the widget does not know the calls.
   */
  readonly isUnconfirmed?: true
}

/** Fee of a transfer, in the terms of its namespace. */
export type FeeEstimate = GasFee | ComputeFee | WeightFee
