/** How a token treats a transfer of exactly this amount to exactly this receiver, read before the wallet is asked. */
export type TokenTerms = {
  /** What the receiver gets, in base units; undefined where nothing could tell it beforehand. */
  readonly arrives: bigint | undefined
  /** What the sender has less of, in base units, where that is more than the amount (eip155). */
  readonly leaves?: bigint
  /** A memo that the transfer carries because the receiving account requires one (Solana). */
  readonly memo?: string
  /** The amount as wallets display it, in base units, where the token adjusts what is displayed (Solana). */
  readonly displayed?: bigint
  /** The issuer can move or destroy the token in every account (Solana). */
  readonly isRevocable?: boolean
  /** A program of the issuer that runs at the transfer, and may refuse it (Solana). */
  readonly hook?: string
}

/** What a transfer costs, in the native currency's base units. `maxFee` is the most the chain can take. */
type FeeTotals = {
  readonly expectedFee: bigint
  readonly maxFee: bigint
  /** Part of both: what opening the receiver's account takes and a later closing gives back (Solana token accounts). */
  readonly accountDeposit?: bigint
  /** Absent where all of the amount arrives by the rules of the chain itself: native currencies and SPL Token. */
  readonly token?: TokenTerms
  /** No wallet controls the receiver by a key: a program decides who takes out what arrives (Solana). */
  readonly isKeyless?: boolean
  /** The token's balances are those of the native coin: what is sent of it no longer pays the fee (CELO by its contract). */
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

/** Fee on Solana: a price for each signature, and one for the compute units asked for, in millionths of a lamport. */
export type ComputeFee = FeeTotals & {
  readonly computeUnitLimit: number
  readonly microLamportsPerUnit: bigint
}

/** Fee on Polkadot: by weight and length of the extrinsic, and a tip. */
export type WeightFee = FeeTotals & {
  readonly tip: bigint
  /** One server alone reports how the transfer is encoded: no second one confirms it, and the widget does not know the calls. */
  readonly isUnconfirmed?: true
}

/** Fee of a transfer, in the terms of its namespace. */
export type FeeEstimate = GasFee | ComputeFee | WeightFee
