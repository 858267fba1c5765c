import { type ChainId, chainIdSchema } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import type { PaymentLinkProblem, PaymentRequest } from '#shared/payment-link/payment-request.ts'
import { readPaymentLink } from '#shared/payment-link/read-payment-link.ts'
import { parseWire } from '#shared/wire-schema.ts'
import type { AmountDraft } from '#widget/domain/balances/amount-draft.ts'
import { type LinkFields, typedAmount } from '../draft.ts'
import { parseRecipientText } from './recipient-text.ts'

/** Why a payment link in the recipient field is rejected. */
export type LinkProblem =
  | PaymentLinkProblem
  /** It is for accounts of another namespace than the sender's. */
  | 'other-ecosystem'
  /** Its network is not configured. */
  | 'unknown-network'

export type ParsedLink =
  | { readonly is: 'none' }
  | { readonly is: 'invalid'; readonly why: LinkProblem }
  | { readonly is: 'fill'; readonly fill: LinkFields }

export type LinkContext = {
  readonly namespace: Namespace
  /** The active chain, which is the default of a link. */
  readonly chain: ChainId | undefined
  /** The configured networks. */
  readonly configuredChains: readonly ChainId[]
  /** The adapter's `parseAddress`: a contract address with a wrong letter is another token, or none. */
  readonly parse: (text: string) => string
  /** BCP 47. */
  readonly locale: string
}

const invalid = (why: LinkProblem): ParsedLink => ({ is: 'invalid', why })

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
export function parseLink(text: string, context: LinkContext): ParsedLink {
  const typed = parseRecipientText(text)
  const link = typed.is === 'link' ? readPaymentLink(typed.text) : undefined
  if (!link) return { is: 'none' }
  if (link.is === 'invalid') return link
  const { request } = link
  if (request.namespace !== context.namespace) return invalid('other-ecosystem')
  const chain = chainOf(request, context.chain)
  if (chain === undefined || !context.configuredChains.includes(chain)) return invalid('unknown-network')
  const amount = amountOf(request, context.locale)
  const namesAsset = amount !== undefined || request.token !== undefined || chain !== context.chain
  let address: string | undefined
  try {
    address = request.token === undefined ? undefined : context.parse(request.token)
  } catch {
    return invalid('address')
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
