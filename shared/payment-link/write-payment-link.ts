import { plainAmount } from '../amount/format-amount.ts'
import { type ChainId, chainReference, namespaceOf } from '../caip/chain-id.ts'

/** The transfer that a payment link requests. */
export type PaymentLinkFields = {
  readonly chain: ChainId
  readonly to: string
  /** Contract or mint of a token; undefined is the native currency. */
  readonly token: string | undefined
  /** Base units; undefined lets the payer decide the amount. */
  readonly value: bigint | undefined
  /** Of the asset, for namespaces that write whole units. */
  readonly decimals: number
}

/**
 * Creates a payment link that `readPaymentLink` and other wallets parse: EIP-681 with whole numbers, or Solana Pay.
 * Undefined if the namespace has no such standard (Polkadot).
 * @example writePaymentLink({ chain, to, token: undefined, value: 10n ** 18n, decimals: 18 }) // ethereum:0x…@1?value=1…
 */
export function writePaymentLink({
  chain,
  to,
  token,
  value,
  decimals,
}: PaymentLinkFields): string | undefined {
  switch (namespaceOf(chain)) {
    case 'eip155': {
      const id = chainReference(chain)
      if (token === undefined) return `ethereum:${to}@${id}${value === undefined ? '' : `?value=${value}`}`
      const amount = value === undefined ? '' : `&uint256=${value}`
      return `ethereum:${token}@${id}/transfer?address=${to}${amount}`
    }
    case 'solana': {
      const parts = [
        ...(value === undefined ? [] : [`amount=${plainAmount(value, decimals)}`]),
        ...(token === undefined ? [] : [`spl-token=${token}`]),
      ]
      return `solana:${to}${parts.length === 0 ? '' : `?${parts.join('&')}`}`
    }
    default:
      return undefined
  }
}
