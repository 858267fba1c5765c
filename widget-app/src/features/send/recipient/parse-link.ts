import { type ChainId, chainIdSchema } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import type { PaymentLinkProblem, PaymentRequest } from '#shared/payment-link/payment-request.ts'
import { readPaymentLink } from '#shared/payment-link/read-payment-link.ts'
import { parseWire } from '#shared/wire-schema.ts'
import type { AmountDraft } from '#widget/domain/balances/amount-draft.ts'
import { type LinkFields, typedAmount } from '../draft.ts'
import { readRecipientText } from './recipient-text.ts'

/** Why a payment link in the recipient field is not followed here. */
export type LinkProblem =
  | PaymentLinkProblem
  /** It is for accounts of another ecosystem than the one that pays. */
  | 'other-ecosystem'
  /** The site works with no such network. */
  | 'unknown-network'

export type LinkRead =
  | { readonly is: 'none' }
  | { readonly is: 'refused'; readonly why: LinkProblem }
  | { readonly is: 'fill'; readonly fill: LinkFields }

export type LinkFacts = {
  readonly namespace: Namespace
  /** The chain in use, which a link without one means. */
  readonly chain: ChainId | undefined
  /** The networks of the site. */
  readonly offered: readonly ChainId[]
  /** The adapter's `parseAddress`: a token's contract with a wrong letter in it is another token, or none. */
  readonly parse: (text: string) => string
  /** BCP 47. */
  readonly locale: string
}

const refused = (why: LinkProblem): LinkRead => ({ is: 'refused', why })

/** The chain a link means. */
function chainOf(request: PaymentRequest, chain: ChainId | undefined): ChainId | undefined {
  if (request.namespace !== 'eip155' || request.chainId === undefined) return chain
  const named = parseWire(chainIdSchema, `eip155:${request.chainId}`)
  return named.success ? named.data : undefined
}

/** The amount as the form holds it: base units as they are, whole units as this locale types them. */
function amountOf(request: PaymentRequest, locale: string): AmountDraft | undefined {
  if (request.namespace === 'eip155')
    return request.value === undefined ? undefined : { is: 'exact', value: request.value }
  return request.amount === undefined ? undefined : { is: 'typed', text: typedAmount(request.amount, locale) }
}

/**
 * Reads a text of the recipient field as a payment link. It fills in the form, and all of it stays the person's to check
 * and to change. A link that names an account alone leaves the token as it is, unless that is of another chain.
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
