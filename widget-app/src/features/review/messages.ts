import { chainReference } from '#shared/caip/chain-id.ts'
import type { DecodedAmount, Fact, RemoteDestination } from '#widget/chains/request-facts.ts'
import { decodedAmountText } from '#widget/domain/review/decoded-amount-text.ts'
import { isSevere, type Risk } from '#widget/domain/review-queue/risk.ts'
import { dateText } from '#widget/lib/date-text.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import { visibleLines } from '#widget/lib/text/bounded-text.ts'
import type { FactLine } from '#widget/lib/text/fact-line.ts'
import { shortAddress } from '#widget/ui/identity/address-text.tsx'
import { approvalMessages, tokenLine } from './approval-messages.ts'
import { authorityMessages } from './authority-messages.ts'
import { withMetadata } from './balance-change-rows.ts'
import { callLine, shownLabel, shownName, shownText } from './fact-text.ts'
import type { FactMessageContext, Line } from './message-context.ts'

/** The messages of a fact: what happens, and to which account. */
export type FactMessages = {
  readonly title: string
  /** One sentence: what the holder of an authority can do. */
  readonly text?: string | undefined
  readonly lines: readonly FactLine[]
}

const address = (label: string, value: string | undefined): readonly Line[] =>
  value === undefined || value === '' ? [] : [{ label, value, look: 'address' }]
const text = (label: string, value: string | undefined): readonly Line[] =>
  value === undefined ? [] : [{ label, value, look: 'text' }]
const recipientLines = (to: string | undefined, { t, account }: FactMessageContext): readonly Line[] =>
  to !== undefined && to.toLowerCase() === account?.toLowerCase()
    ? text(t('review.to'), t('approve.account'))
    : address(t('review.to'), to)
const code = (label: string, value: string | undefined): readonly Line[] =>
  value === undefined ? [] : [{ label, value: visibleLines(value), look: 'code' }]
/** The whole message; joiners (scripts, emoji) are written out only if it hides something. */
const message = (fact: Extract<Fact, { is: 'message' | 'sign-in' }>, t: Translate): readonly Line[] =>
  fact.isDisguised
    ? code(t('approve.message'), fact.text)
    : [{ label: t('approve.message'), value: fact.text, look: 'code' }]

function beyondText(beyond: RemoteDestination | undefined, t: Translate): string | undefined {
  switch (beyond?.is) {
    case 'relay':
      return t('approve.relay-chain')
    case 'parachain':
      return t('approve.parachain', { id: String(beyond.id) })
    default:
      return beyond?.location
  }
}

/** Symbol and decimals of a token or currency, as far as the request states them. */
function assetText(
  { symbol, decimals }: { readonly symbol?: string | undefined; readonly decimals?: number | undefined },
  t: Translate,
): string | undefined {
  if (symbol === undefined) return undefined
  return decimals === undefined
    ? shownName(symbol)
    : t('approve.symbol-decimals', { symbol: shownName(symbol), count: String(decimals) })
}

function transferTitle(
  { from, figure: decoded, reportedAs }: Extract<Fact, { is: 'transfer' }>,
  isAmountOrId: boolean,
  context: FactMessageContext,
): string {
  const { t } = context
  if (isAmountOrId) return t(from === undefined ? 'fact.transfer-either' : 'fact.transfer-from-either')
  if (reportedAs === 'collectible') return t('fact.collectible', { id: String(decoded.value) })
  const amount = decodedAmountText(withMetadata(decoded, context), context)
  return t(from === undefined ? 'fact.transfer' : 'fact.transfer-from', { amount })
}

/** Another amount of the same token. */
const otherAmount = (decoded: DecodedAmount, value: bigint | undefined, context: FactMessageContext) =>
  value === undefined ? undefined : decodedAmountText(withMetadata({ ...decoded, value }, context), context)

type FactContent = {
  readonly title: string
  readonly text?: string | undefined
  readonly lines: readonly (readonly Line[])[]
}

function factContent(fact: Fact, context: FactMessageContext): FactContent {
  const { t, locale, networkName } = context
  switch (fact.is) {
    case 'transfer': {
      const isAmountOrId = fact.mayBeCollectible === true && fact.reportedAs === undefined
      return {
        title: transferTitle(fact, isAmountOrId, context),
        lines: [
          isAmountOrId ? text(t('approve.amount-or-id'), String(fact.figure.value)) : [],
          address(t('review.from'), fact.from),
          text(t('approve.leaves'), otherAmount(fact.figure, fact.leaves, context)),
          text(t('approve.arrives'), otherAmount(fact.figure, fact.arrives, context)),
          address(t('review.to'), fact.to),
          address(t('approve.token-account-of'), fact.tokenAccount?.owner),
          text(t('approve.beyond'), beyondText(fact.beyond, t)),
          tokenLine(fact.figure.contract, context),
        ],
      }
    }
    case 'withdrawal': {
      const amount = decodedAmountText(withMetadata(fact.figure, context), context)
      return {
        title: t(`fact.withdrawal-${fact.kind}`, { amount }),
        lines: [
          address(t('review.from'), fact.account),
          address(t('review.to'), fact.to),
          text(t('review.to'), fact.to === undefined ? t('approve.this-account') : undefined),
          address(t('approve.token-account-of'), fact.tokenAccount?.owner),
        ],
      }
    }
    case 'burn': {
      const amount = decodedAmountText(withMetadata(fact.figure, context), context)
      return {
        title: t(fact.from === undefined ? 'fact.burn' : 'fact.burn-from', { amount }),
        lines: [address(t('review.from'), fact.from), tokenLine(fact.figure.contract, context)],
      }
    }
    case 'transfer-all':
      return {
        title: t('fact.transfer-all'),
        lines: [
          address(t('review.to'), fact.to),
          address(t('approve.token-account-of'), fact.tokenAccount?.owner),
        ],
      }
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
    case 'approval':
    case 'permit':
      return approvalMessages(fact, context)
    case 'approval-for-all':
      return {
        title: t(fact.isGranted ? 'fact.approval-for-all' : 'fact.approval-for-all-none'),
        lines: [
          address(t('approve.operator'), fact.operator),
          address(t('approve.collection'), fact.collection),
        ],
      }
    case 'swap':
      return {
        title:
          fact.pays && fact.gets
            ? t('fact.swap', {
                pays: decodedAmountText(withMetadata(fact.pays, context), context),
                gets: decodedAmountText(withMetadata(fact.gets, context), context),
              })
            : t('fact.swap-unknown'),
        lines: [
          recipientLines(fact.to, context),
          fact.gets === undefined || fact.gets.contract === undefined || context.bundled(fact.gets.contract)
            ? []
            : tokenLine(fact.gets.contract, context),
          address(t('approve.contract'), fact.router),
        ],
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
          fact.name === undefined
            ? t('fact.typed-data-unnamed')
            : t('fact.typed-data', { name: shownName(fact.name) }),
        lines: [
          text(t('approve.data-type'), shownName(fact.primaryType)),
          address(t('approve.contract'), fact.contract),
          text(t('approve.valid-on'), fact.chain ? networkName(fact.chain) : t('approve.every-network')),
          ...fact.lines.map(({ label, value }) => code(label, value)),
        ],
      }
    case 'authorisation':
      return {
        title: t(fact.isOwn ? 'fact.account-upgrade' : 'fact.authorisation'),
        lines: [
          address(t('approve.contract'), fact.delegate),
          text(t('approve.valid-on'), fact.chain ? networkName(fact.chain) : t('approve.every-network')),
        ],
      }
    case 'message':
      return { title: t('fact.message'), lines: [message(fact, t)] }
    case 'sign-in':
      return {
        title: t('fact.sign-in', { domain: shownName(fact.domain) }),
        lines: [message(fact, t)],
      }
    case 'blind':
      return { title: t('fact.blind'), lines: [code(t('approve.bytes'), fact.bytes)] }
    case 'known-call':
      return {
        title: fact.locked
          ? t('fact.lock', { amount: decodedAmountText(withMetadata(fact.locked, context), context) })
          : t('fact.known-call', { name: shownName(fact.name) }),
        lines: [
          code(t('approve.function'), fact.locked && fact.name),
          fact.lines.map((line) => callLine(line, context.locale)),
        ],
      }
    case 'authority':
      return authorityMessages(fact, context)
    case 'term':
      return {
        title: t(`term.${fact.name}`),
        text: t(`term.${fact.name}-text`),
        lines: [
          text(t('approve.value'), fact.figure && decodedAmountText(fact.figure, context)),
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
          // The full keys are in the raw request.
          ...fact.keys.map((key) => text(t('approve.key'), shortAddress(key))),
          ...fact.policies.map(({ label, value }) => code(t('permission.policy', { type: label }), value)),
        ],
      }
    case 'network':
      return {
        title: t('fact.network', { name: shownName(fact.name) }),
        lines: [
          text(t('approve.chain-number'), chainReference(fact.chain)),
          text(t('approve.currency'), assetText(fact, t)),
          ...fact.nodes.map((url) => code(t('approve.node'), url)),
          ...fact.explorers.map((url) => code(t('approve.explorer'), url)),
        ],
      }
    case 'listing':
      return {
        title: t(fact.standard === 'ERC20' ? 'fact.listing' : 'fact.listing-nft'),
        lines: [
          tokenLine(fact.contract, context),
          text(t('approve.nft-id'), fact.tokenId),
          text(t('approve.site-name'), assetText(fact, t)),
          text(t('approve.own-name'), fact.reported && assetText(fact.reported, t)),
          code(t('approve.site-picture'), fact.picture),
        ],
      }
    case 'durable':
      return { title: t('fact.durable'), lines: [address(t('approve.account'), fact.account)] }
    case 'unknown-call': {
      if (fact.to === undefined)
        return {
          title: t('fact.create'),
          lines: [text(t('approve.amount'), fact.figure && decodedAmountText(fact.figure, context))],
        }
      return {
        title: fact.figure
          ? t('fact.unknown-call-value', { amount: decodedAmountText(fact.figure, context) })
          : t('fact.unknown-call'),
        lines: [address(t('approve.contract'), fact.to), code(t('approve.function'), fact.selector)],
      }
    }
  }
}

/** The messages of a fact; labels and values from the request are sanitized and truncated. */
export function factMessages(fact: Fact, context: FactMessageContext): FactMessages {
  const { title, text: explanation, lines } = factContent(fact, context)
  return {
    title,
    text: explanation,
    lines: lines.flat().map((line, index) => ({
      ...line,
      id: `${index}`,
      label: shownLabel(line.label),
      value: line.look === 'code' ? line.value : shownText(line.value),
    })),
  }
}

/** Severe risks are red, the others amber. */
export const toneOf = (risk: Risk): 'error' | 'warning' => (isSevere(risk) ? 'error' : 'warning')

/** Title and reason of a warning; the network is that of foreign typed data. */
export const riskMessages = (risk: Risk, network: string, t: Translate) => ({
  title: t(`risk.${risk}`),
  text: risk === 'foreign-chain' ? t('risk.foreign-chain-text', { network }) : t(`risk.${risk}-text`),
})
