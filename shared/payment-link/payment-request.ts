/**
 * Why a payment link is not followed. `chain`: not a possible chain id. `contract-call`: it requests another call than a
 * transfer. `unknown-part`: an unsupported parameter. `attachment`: a memo or reference, without which a payee may not find
 * the payment, and which no transfer here carries. `web-request`: a site would create the transaction (Solana Pay
 * transaction requests).
 */
export type PaymentLinkProblem =
  | 'malformed'
  | 'address'
  | 'chain'
  | 'amount'
  | 'contract-call'
  | 'unknown-part'
  | 'repeated-part'
  | 'attachment'
  | 'web-request'

/** The transfer of a payment link. Addresses have the right shape; checksums are not verified. */
export type PaymentRequest =
  | {
      readonly namespace: 'eip155'
      /** Decimal chain id; undefined keeps the active network. */
      readonly chainId: string | undefined
      /** 0x and 40 hex digits, or a name such as `alice.eth`. */
      readonly to: string
      /** Contract of an ERC-20; undefined is the native currency. */
      readonly token: string | undefined
      /** Base units. */
      readonly value: bigint | undefined
    }
  | {
      readonly namespace: 'solana'
      /** Base58. */
      readonly to: string
      /** Mint of an SPL token; undefined is SOL. */
      readonly token: string | undefined
      /** Whole units with a decimal point, as in Solana Pay: the mint's decimals are not in the link. */
      readonly amount: string | undefined
    }

export type ReadPaymentLink =
  | { readonly is: 'request'; readonly request: PaymentRequest }
  | { readonly is: 'invalid'; readonly why: PaymentLinkProblem }
