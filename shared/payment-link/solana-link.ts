import type { PaymentLinkProblem, ReadPaymentLink } from './payment-request.ts'
import { readQueryPart } from './query-part.ts'

/** Base58 of 32 bytes (SPEC §5). */
const address = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/** Solana Pay: digits with an optional fraction, no exponent, a zero before the point. */
const amountPattern = /^(?:0|[1-9]\d{0,29})(?:\.\d{1,30})?$/

/** Texts of the payee about themselves and the payment: untrusted, so they are not displayed. */
const labels: readonly string[] = ['label', 'message']

/** What a wallet must add to the transaction so that the payee finds it. */
const attachments: readonly string[] = ['memo', 'reference']

const invalid = (why: PaymentLinkProblem): ReadPaymentLink => ({ is: 'invalid', why })

/** Parses the part after `solana:` (Solana Pay, transfer requests): SOL, or an SPL token. */
export function readSolanaLink(rest: string): ReadPaymentLink {
  // A transaction request has the (encoded) URL of a site instead of an account.
  if (/^https(?::|%3a)/i.test(rest)) return invalid('web-request')
  const match = /^([^?#/]+)(?:\?([^#?]+))?$/.exec(rest)
  if (!match) return invalid('malformed')
  const [, to = '', query] = match
  if (!address.test(to)) return invalid('address')
  const part = readQueryPart(query)
  // `reference` may be repeated, and none of them can be attached here.
  if (/(?:^|&)(?:memo|reference)=/.test(query ?? '')) return invalid('attachment')
  if (part.is === 'invalid') return part
  const { values } = part
  const knownNames = ['amount', 'spl-token', ...labels, ...attachments]
  if ([...values.keys()].some((one) => !knownNames.includes(one))) return invalid('unknown-part')
  const amount = values.get('amount')
  if (amount !== undefined && !amountPattern.test(amount)) return invalid('amount')
  const token = values.get('spl-token')
  if (token !== undefined && !address.test(token)) return invalid('address')
  return { is: 'request', request: { namespace: 'solana', to, token, amount } }
}
