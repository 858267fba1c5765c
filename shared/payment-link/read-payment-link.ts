import { readEthereumLink } from './ethereum-link.ts'
import type { ReadPaymentLink } from './payment-request.ts'
import { readSolanaLink } from './solana-link.ts'

/** Longer texts are no payment links: theirs have an address or two, an amount and a label. */
const lengthLimit = 2_000

const schemes: Readonly<Record<string, (rest: string) => ReadPaymentLink>> = {
  ethereum: readEthereumLink,
  solana: readSolanaLink,
}

const split = (text: string) => /^\s*(ethereum|solana):(.*?)\s*$/is.exec(text)

/** Whether a text claims to be a payment link by its scheme. */
export const isPaymentLink = (text: string): boolean => split(text) !== null

/**
 * Reads a payment link by EIP-681 or Solana Pay; undefined for a text of another scheme. Only transfers are understood,
 * only known parameters, each once; everything else is refused by name.
 * @example readPaymentLink('ethereum:0x52…EE7@8453?value=2.5e17')
 */
export function readPaymentLink(text: string): ReadPaymentLink | undefined {
  const found = split(text)
  if (!found) return undefined
  const [, scheme = '', rest = ''] = found
  if (text.length > lengthLimit || rest === '') return { is: 'refused', why: 'malformed' }
  return schemes[scheme.toLowerCase()]?.(rest)
}
