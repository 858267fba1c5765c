import { type ChainId, chainIdSchema } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import type { PaymentLinkProblem, PaymentRequest } from '#shared/payment-link/payment-request.ts'
import { readPaymentLink } from '#shared/payment-link/read-payment-link.ts'
import { parseWire } from '#shared/wire-schema.ts'
import type { AmountDraft } from '#widget/domain/balances/amount-draft.ts'
import { type LinkFields, typedAmount } from '../draft.ts'
import { readRecipientText } from './recipient-text.ts'

/** Why a payment link in the recipient field is rejected. */
export type LinkProblem =
  | PaymentLinkProblem
  /** It is for accounts of another namespace than the sender's. */
  | 'other-ecosystem'
  /** Its network is not configured. */
  | 'unknown-network'

export type LinkRead =
  | { readonly is: 'none' }
  | { readonly is: 'refused'; readonly why: LinkProblem }
  | { readonly is: 'fill'; readonly fill: LinkFields }

export type LinkFacts = {
  readonly namespace: Namespace
  /** The active chain, which is the default of a link. */
  readonly chain: ChainId | undefined
  /** The configured networks. */
  readonly offered: readonly ChainId[]
  /** The adapter's `parseAddress`: a contract address with a wrong letter is another token, or none. */
  readonly parse: (text: string) => string
  /** BCP 47. */
  readonly locale: string
}

const refused = (why: LinkProblem): LinkRead => ({ is: 'refused', why })

/** The chain of a link. */
function chainOf(request: PaymentRequest, chain: ChainId | undefined): ChainId | undefined {
  if (request.namespace !== 'eip155' || request.chainId === undefined) return chain
  const named = parseWire(chainIdSchema, `eip155:${request.chainId}`)
  return named.success ? named.data : undefined
}

/** The amount for the form: base units as they are, decimal units in the notation of the locale. */
function amountOf(request: PaymentRequest, locale: string): AmountDraft | undefined {
  if (request.namespace === 'eip155')
    return request.value === undefined ? undefined : { is: 'exact', value: request.value }
  return request.amount === undefined ? undefined : { is: 'typed', text: typedAmount(request.amount, locale) }
}

/**
 * Parses the recipient field as a payment link. The user can check and change every field that it fills in. A link with an
 * account alone keeps the selected token, unless the chain differs.
 */
export function readLink(text: string, facts: LinkFacts): LinkRead {
  const typed = readRecipientText(text)
  const link = typed.is === 'link' ? readPaymentLink(typed.text) : undefined
  if (!link) return { is: 'none' }
  if (link.is === 'refused') return link
  const { request } = link
  if (request.namespace !== facts.namespace) return refused('other-ecosystem')
  const chain = chainOf(request, facts.chain)
  if (chain === undefined || !facts.offered.includes(chain)) return refused('unknown-network')
  const amount = amountOf(request, facts.locale)
  const namesAsset = amount !== undefined || request.token !== undefined || chain !== facts.chain
  let address: string | undefined
  try {
    address = request.token === undefined ? undefined : facts.parse(request.token)
  } catch {
    return refused('address')
  }
  return {
    is: 'fill',
    fill: {
      to: request.to,
      ...(namesAsset ? { asset: { chain, address } } : {}),
      ...(amount === undefined ? {} : { amount }),
    },
  }
}
