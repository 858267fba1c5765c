import { readEthereumLink } from './ethereum-link.ts'
import type { ReadPaymentLink } from './payment-request.ts'
import { readSolanaLink } from './solana-link.ts'

/** Longer texts are not payment links: these have an address or two, an amount and a label. */
const lengthLimit = 2_000

const schemes: Readonly<Record<string, (rest: string) => ReadPaymentLink>> = {
  ethereum: readEthereumLink,
  solana: readSolanaLink,
}

const split = (text: string) => /^\s*(ethereum|solana):(.*?)\s*$/is.exec(text)

/** True if the scheme of a text is that of a payment link. */
export const isPaymentLink = (text: string): boolean => split(text) !== null

/**
 * Parses a payment link by EIP-681 or Solana Pay; undefined for a text of another scheme. Only transfers with known
 * parameters, each once, are supported; everything else returns its problem.
 * @example readPaymentLink('ethereum:0x52…EE7@8453?value=2.5e17')
 */
export function readPaymentLink(text: string): ReadPaymentLink | undefined {
  const match = split(text)
  if (!match) return undefined
  const [, scheme = '', rest = ''] = match
  if (text.length > lengthLimit || rest === '') return { is: 'invalid', why: 'malformed' }
  return schemes[scheme.toLowerCase()]?.(rest)
}
