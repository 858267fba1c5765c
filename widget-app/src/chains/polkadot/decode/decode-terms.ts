import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'
import type { Fact } from '../../request-facts.ts'
import type { RequestedPayload } from '../wallet/signer-payload.ts'

const termMaxLength = 200
const noHash = `0x${'00'.repeat(32)}`

/** Longer eras keep a signature valid for more than 7 h with 6 s blocks. */
const maxEra = 4_096

/** The period of an era in blocks; `undefined` if it is immortal, or if no extension encodes the era. */
function periodOf({ era, signedExtensions }: RequestedPayload['payload']): number | undefined {
  const isEncoded = signedExtensions.includes('CheckMortality') || signedExtensions.includes('CheckEra')
  if (era === '0x00' || !isEncoded) return undefined
  const low = Number.parseInt(era.slice(2, 4), 16)
  return 2 ** ((low & 0x0f) + 1)
}

/** Facts of the chain that the terms depend on. */
export type TermFacts = {
  /** The account's next free nonce, pending transactions included; `undefined` if the chain does not report it. */
  readonly nextNonce: number | undefined
}

/** Terms that a payload fixes in addition to its call; `docs/security.md` describes what each can do. */
export function decodeTerms(
  { payload, unknownExtensions }: RequestedPayload,
  { nextNonce }: TermFacts,
): readonly Fact[] {
  const tip = BigInt(payload.tip)
  const asset = payload.assetId && payload.assetId !== '0x' ? payload.assetId : undefined
  const hash = payload.metadataHash && payload.metadataHash !== noHash ? payload.metadataHash : undefined
  const period = periodOf(payload)
  const nonce = Number(payload.nonce)
  const isNext = nonce === nextNonce && payload.signedExtensions.includes('CheckNonce')
  const terms: readonly (Fact | undefined)[] = [
    period === undefined ? { is: 'term', name: 'immortal' } : undefined,
    period !== undefined && period > maxEra
      ? { is: 'term', name: 'long-era', text: `${period} blocks` }
      : undefined,
    isNext ? undefined : { is: 'term', name: 'nonce', text: `${nonce}` },
    // The tip is in the native currency, whichever asset pays the fee: the chain adds it to the native fee and converts the
    // sum.
    tip > 0n ? { is: 'term', name: 'tip', figure: { value: tip, contract: undefined } } : undefined,
    asset === undefined ? undefined : { is: 'term', name: 'fee-asset', text: asset.slice(0, termMaxLength) },
    hash === undefined && payload.mode !== 1
      ? undefined
      : { is: 'term', name: 'metadata-hash', ...(hash && { text: hash }) },
    ...unknownExtensions.map(
      (text): Fact => ({ is: 'term', name: 'extension', text: sanitizeText(text, termMaxLength) }),
    ),
  ]
  return terms.filter((term) => term !== undefined)
}
