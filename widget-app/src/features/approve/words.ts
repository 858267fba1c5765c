import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Beyond, Fact } from '#widget/chains/request-facts.ts'
import type { BundledToken } from '#widget/domain/balances/bundled-tokens.ts'
import { figureText, symbolText } from '#widget/kernel/figure-text.ts'
import { isGrave, type Risk } from '#widget/kernel/request-risk.ts'
import { dateText } from '#widget/lib/date-text.ts'
import type { FactLine } from '#widget/lib/fact-line.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import { shortAddress } from '#widget/ui/address-text.tsx'

/** A fact in words: what happens, and to whom. */
export type FactWords = { readonly title: string; readonly lines: readonly FactLine[] }

/** What words need beside the fact. */
export type WordFacts = {
  readonly t: Translate
  readonly locale: string
  readonly networkName: (chain: ChainId) => string
  /** The account that signs: what comes back to it is said in words. */
  readonly account?: string | undefined
  /** What the widget itself knows of a token; undefined: not in the bundled list. */
  readonly bundled: (contract: string) => BundledToken | undefined
}

type Line = Omit<FactLine, 'id'> & { readonly id?: string }
const address = (label: string, value: string | undefined): readonly Line[] =>
  value === undefined || value === '' ? [] : [{ label, value, look: 'address' }]
const text = (label: string, value: string | undefined): readonly Line[] =>
  value === undefined ? [] : [{ label, value, look: 'text' }]
const receiver = (to: string | undefined, { t, account }: WordFacts): readonly Line[] =>
  to !== undefined && to.toLowerCase() === account?.toLowerCase()
    ? text(t('review.to'), t('approve.account'))
    : address(t('review.to'), to)
const code = (label: string, value: string | undefined): readonly Line[] =>
  value === undefined ? [] : [{ label, value, look: 'code' }]

function beyondText(beyond: Beyond | undefined, t: Translate): string | undefined {
  switch (beyond?.is) {
    case 'relay':
      return t('approve.relay-chain')
    case 'parachain':
      return t('approve.parachain', { id: String(beyond.id) })
    default:
      return beyond?.location
  }
}

type Worded = { readonly title: string; readonly lines: readonly (readonly Line[])[] }

function wordsOf(fact: Fact, facts: WordFacts): Worded {
  const { t, locale, networkName } = facts
  switch (fact.is) {
    case 'transfer': {
      const amount = figureText(fact.figure, facts)
      return {
        title: t(fact.from === undefined ? 'fact.transfer' : 'fact.transfer-from', { amount }),
        lines: [
          address(t('review.from'), fact.from),
          address(t('review.to'), fact.to),
          text(t('approve.beyond'), beyondText(fact.beyond, t)),
          fact.figure.contract === undefined ? [] : address(t('approve.token'), fact.figure.contract),
        ],
      }
    }
    case 'transfer-all':
      return { title: t('fact.transfer-all'), lines: [address(t('review.to'), fact.to)] }
    case 'collectible': {
      const names = { id: String(fact.id), count: String(fact.count) }
      return {
        title: t(fact.count === 1n ? 'fact.collectible' : 'fact.collectible-many', names),
        lines: [
          address(t('review.from'), fact.from),
          address(t('review.to'), fact.to),
          address(t('approve.collection'), fact.collection),
        ],
      }
    }
    case 'approval': {
      const symbol = symbolText(fact.figure, facts)
      const title =
        fact.figure.value === 0n
          ? t('fact.approval-none', { symbol })
          : fact.isUnlimited
            ? t('fact.approval-unlimited', { symbol })
            : t('fact.approval', { amount: figureText(fact.figure, facts) })
      return {
        title,
        lines: [
          address(t('approve.spender'), fact.spender),
          address(t('approve.token'), fact.figure.contract),
        ],
      }
    }
    case 'approval-for-all':
      return {
        title: t(fact.isGranted ? 'fact.approval-for-all' : 'fact.approval-for-all-none'),
        lines: [
          address(t('approve.operator'), fact.operator),
          address(t('approve.collection'), fact.collection),
        ],
      }
    case 'permit':
      return {
        title: fact.isUnlimited
          ? t('fact.permit-unlimited', { symbol: symbolText(fact.figure, facts) })
          : t('fact.permit', { amount: figureText(fact.figure, facts) }),
        lines: [
          address(t('approve.spender'), fact.spender),
          address(t('approve.token'), fact.figure.contract),
          text(t('approve.until'), fact.deadline === undefined ? undefined : dateText(fact.deadline, locale)),
          text(t('approve.data-type'), fact.standard),
        ],
      }
    case 'swap':
      return {
        title:
          fact.pays && fact.gets
            ? t('fact.swap', { pays: figureText(fact.pays, facts), gets: figureText(fact.gets, facts) })
            : t('fact.swap-unknown'),
        lines: [address(t('approve.contract'), fact.router), receiver(fact.to, facts)],
      }
    case 'batch':
      return {
        title:
          fact.by === undefined ? t('fact.batch', { count: String(fact.facts.length) }) : t('fact.operation'),
        lines: [address(t('approve.by'), fact.by)],
      }
    case 'typed-data':
      return {
        title:
          fact.name === undefined ? t('fact.typed-data-unnamed') : t('fact.typed-data', { name: fact.name }),
        lines: [
          text(t('approve.data-type'), fact.primaryType),
          address(t('approve.contract'), fact.contract),
          text(t('approve.valid-on'), fact.chain && networkName(fact.chain)),
          ...fact.lines.map(({ label, value }) => code(label, value)),
        ],
      }
    case 'authorisation':
      return {
        title: t('fact.authorisation'),
        lines: [
          address(t('approve.contract'), fact.delegate),
          text(t('approve.valid-on'), fact.chain ? networkName(fact.chain) : t('approve.every-network')),
        ],
      }
    case 'message':
      return { title: t('fact.message'), lines: [code(t('approve.message'), fact.text)] }
    case 'sign-in':
      return {
        title: t('fact.sign-in', { domain: fact.domain }),
        lines: [code(t('approve.message'), fact.text)],
      }
    case 'blind':
      return { title: t('fact.blind'), lines: [code(t('approve.bytes'), fact.bytes)] }
    case 'known-call':
      return {
        title: t('fact.known-call', { name: fact.name }),
        lines: fact.lines.map(({ label, value }) => code(label, value)),
      }
    case 'authority':
      return {
        title: t(`fact.right-${fact.right}`),
        lines: [address(t('approve.operator'), fact.to), code(t('approve.function'), fact.name)],
      }
    case 'term':
      return {
        title: t(`term.${fact.name}`),
        lines: [
          text(t('approve.value'), fact.figure && figureText(fact.figure, facts)),
          code(t('approve.value'), fact.text),
        ],
      }
    case 'unknown-contract':
      return { title: t('fact.unknown-contract'), lines: [address(t('approve.contract'), fact.contract)] }
    case 'session':
      return {
        title: t('fact.session'),
        lines: [
          text(t('approve.until'), dateText(fact.expiry, locale)),
          // The whole of it is in the request itself.
          ...fact.keys.map((key) => text(t('approve.key'), shortAddress(key))),
          ...fact.policies.map(({ label, value }) => code(t('permission.policy', { type: label }), value)),
        ],
      }
    case 'durable':
      return { title: t('fact.durable'), lines: [address(t('approve.account'), fact.account)] }
    case 'unknown-call': {
      if (fact.to === undefined) return { title: t('fact.create'), lines: [] }
      return {
        title: fact.figure
          ? t('fact.unknown-call-value', { amount: figureText(fact.figure, facts) })
          : t('fact.unknown-call'),
        lines: [address(t('approve.contract'), fact.to), code(t('approve.function'), fact.selector)],
      }
    }
  }
}

/** A fact in words. */
export function factWords(fact: Fact, facts: WordFacts): FactWords {
  const { title, lines } = wordsOf(fact, facts)
  return { title, lines: lines.flat().map((line, index) => ({ ...line, id: `${index}` })) }
}

/** Grave risks are red, the others amber. */
export const toneOf = (risk: Risk): 'error' | 'warning' => (isGrave(risk) ? 'error' : 'warning')

/** What a person is warned of, and why; the network is the one typed data is for. */
export const riskWords = (risk: Risk, network: string, t: Translate) => ({
  title: t(`risk.${risk}`),
  text: risk === 'foreign-chain' ? t('risk.foreign-chain-text', { network }) : t(`risk.${risk}-text`),
})
