/**
 * Why a payment link is not followed. `chain`: no chain id a network could have. `contract-call`: it asks for something
 * else than a transfer. `unknown-part`: a parameter that nobody here knows. `attachment`: a memo or reference, without
 * which a payee may not find the payment, and which no transfer here carries. `web-request`: a site would write the
 * transaction (Solana Pay transaction requests).
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

/** What a payment link asks for: a transfer, and nothing else. Addresses have the right shape; checksums are unchecked. */
export type PaymentRequest =
  | {
      readonly namespace: 'eip155'
      /** Decimal chain id; undefined leaves the network in use. */
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
      /** Whole units with a decimal point, as Solana Pay writes them: the mint's decimals are not in the link. */
      readonly amount: string | undefined
    }

export type ReadPaymentLink =
  | { readonly is: 'request'; readonly request: PaymentRequest }
  | { readonly is: 'refused'; readonly why: PaymentLinkProblem }
