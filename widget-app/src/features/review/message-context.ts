import type { ChainId } from '#shared/caip/chain-id.ts'
import type { BundledToken } from '#widget/domain/balances/bundled-tokens.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import type { FactLine } from '#widget/lib/text/fact-line.ts'

/** A line before the lines of a fact are numbered. */
export type Line = Omit<FactLine, 'id'>

/** What words need beside the fact. */
export type FactMessageContext = {
  readonly t: Translate
  /** BCP 47. */
  readonly locale: string
  readonly networkName: (chain: ChainId) => string
  /** The account that signs; a transfer to itself has words of its own. */
  readonly account?: string | undefined
  /** What the widget itself knows of a token; undefined: not in the bundled list. */
  readonly bundled: (contract: string) => BundledToken | undefined
}
