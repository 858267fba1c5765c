import type { ChainId } from '#shared/caip/chain-id.ts'
import type { BundledToken } from '#widget/domain/balances/bundled-tokens.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import type { FactLine } from '#widget/lib/text/fact-line.ts'

/** A line of a fact before `factMessages` numbers the lines. */
export type Line = Omit<FactLine, 'id'>

/** What the messages of a fact need in addition to the fact. */
export type FactMessageContext = {
  readonly t: Translate
  /** BCP 47. */
  readonly locale: string
  readonly networkName: (chain: ChainId) => string
  /** The account that signs; a transfer to itself has its own message. */
  readonly account?: string | undefined
  /** The bundled record of a token; undefined if it is not in the bundled list. */
  readonly bundled: (contract: string) => BundledToken | undefined
}
