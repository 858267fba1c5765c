import { type ChainId, chainIdSchema } from '#shared/caip/chain-id.ts'
import { isPaymentLink } from '#shared/payment-link/read-payment-link.ts'
import { parseWire } from '#shared/wire-schema.ts'
import { isNameShaped } from '#widget/domain/names/resolve-name.ts'
import { shortNames } from '#widget/domain/networks/chain-short-names.ts'

/** The text of a recipient field by its form; the chain adapter validates its address. */
export type RecipientText =
  /** An address, or empty. */
  | { readonly is: 'bare'; readonly text: string }
  /** A name or a payment link. */
  | { readonly is: 'name' | 'link'; readonly text: string }
  /** An address with its network, by EIP-3770 or CAIP-10; `chain` is undefined if the prefix is unknown. */
  | {
      readonly is: 'qualified'
      readonly text: string
      readonly chain: ChainId | undefined
      readonly prefix: string
    }
  /** Contains characters that change what is displayed. */
  | { readonly is: 'hidden'; readonly text: string }

/** Spaces, quotes, brackets, punctuation, and direction marks around a copied text; not the right-to-left override. */
const surrounding = String.raw`[\s\u00ad\u200b-\u200f\u202a-\u202d\u2060\u2066-\u2069\ufeff"'\u0060“”„‘’‚«»‹›<>()\[\]{}.,;。．｡]`
// The last run is matched from its start only, so that a long paste takes linear time.
const edges = new RegExp(`^${surrounding}+|(?<!${surrounding})${surrounding}+$`, 'gu')

/** Characters that only break or join words; any other may reorder letters or look like one. */
const ignorable = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
const invisible = /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/u

/** CAIP-10: namespace, reference and address. */
const accountId = /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,64}):([-.%a-zA-Z0-9]{1,128})$/
/** EIP-3770: a short name and an address. */
const shortNameAddress = /^([-_a-z0-9]{1,32}):(0x[0-9a-f]{40})$/i
/** The QR code of Polkadot wallets: `substrate:<address>:<public key>[:<name>]`. */
const substrateCode = /^substrate:([^:]+)(?::|$)/

const chainOf = (text: string): ChainId | undefined => {
  const parsed = parseWire(chainIdSchema, text)
  return parsed.success ? parsed.data : undefined
}

/** An address displayed in groups with spaces between them. */
const grouped = /^0x(?:\s*[0-9a-f]){40}$/i

/** The address with the prefix `0x` in lower case: alphanumeric QR codes have capitals only. */
const withLowerCasePrefix = (text: string): string => text.replace(/^0X(?=[0-9a-fA-F]{40}$)/, '0x')

/** Parses an address with its network; undefined for a text of another form. */
function parseQualified(text: string): RecipientText | undefined {
  const [, id, account = ''] = accountId.exec(text) ?? []
  if (id !== undefined)
    return { is: 'qualified', text: withLowerCasePrefix(account), chain: chainOf(id), prefix: id }
  const [, prefix, address = ''] = shortNameAddress.exec(text) ?? []
  if (prefix === undefined || isPaymentLink(text)) return undefined
  const short = prefix.toLowerCase()
  const chain = Object.hasOwn(shortNames, short) ? chainOf(`eip155:${shortNames[short]}`) : undefined
  return { is: 'qualified', text: withLowerCasePrefix(address), chain, prefix }
}

/**
 * The one grammar for a typed, pasted, scanned or prefilled recipient. Removes what copying adds around the text and word
 * breaks within an address; a name keeps its own, since they are part of it.
 * @example parseRecipientText(' base:0x52…EE7 ') // { is: 'qualified', chain: 'eip155:8453', … }
 */
export function parseRecipientText(typed: string): RecipientText {
  const text = typed.replace(edges, '')
  if (isPaymentLink(text) && !accountId.test(text)) return { is: 'link', text }
  // Input methods type other dots.
  const dotted = text.replace(/[。．｡]/gu, '.')
  if (isNameShaped(dotted)) return { is: 'name', text: dotted }
  const visible = (grouped.test(text) ? text.replace(/\s/g, '') : text).replace(ignorable, '')
  if (invisible.test(visible)) return { is: 'hidden', text: visible }
  const code = substrateCode.exec(visible)?.[1] ?? visible
  return parseQualified(code) ?? { is: 'bare', text: withLowerCasePrefix(code) }
}

/** The recipient in a QR code: an address, one with its network, or a payment link; undefined for any other code. */
export function recipientFromQrCode(
  code: string,
  looksLikeAddress: (text: string) => boolean,
): string | undefined {
  const { is, text } = parseRecipientText(code)
  // Returned even if it is invalid: the form shows the problem.
  if (is === 'link') return text
  if (is === 'qualified') return code.trim()
  return is === 'bare' && looksLikeAddress(text) ? text : undefined
}
