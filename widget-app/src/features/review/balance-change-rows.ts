import { formatWhole } from '#shared/amount/format-amount.ts'
import type { BalanceChange, DecodedAmount, Fact } from '#widget/chains/request-facts.ts'
import type { BundledToken } from '#widget/domain/balances/bundled-tokens.ts'
import { symbolText } from '#widget/domain/review/decoded-amount-text.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'

/** What a row needs in addition to the change. */
export type RowContext = {
  readonly t: Translate
  /** BCP 47. */
  readonly locale: string
  /** The bundled record of a token; undefined if it is not in the bundled list. */
  readonly bundled: (contract: string) => BundledToken | undefined
}

/** One line of a simulation's changes to the account. */
export type ChangeRow = {
  readonly id: string
  readonly kind: 'loss' | 'grant' | 'gain'
  /** The symbol, or the kind of asset. */
  readonly label: string
  /** The signed amount, or the extent of an authority. */
  readonly amount: string
  /** The token of its icon; undefined: a neutral icon. The native currency has no contract. */
  readonly icon: { readonly symbol: string; readonly contract: string | undefined } | undefined
  /** Shown below the label, in full after a click. */
  readonly address: string | undefined
  /** Text before the address. */
  readonly note: string | undefined
  /** A token outside the bundled list arrives and may be worthless, or only one endpoint reports its decimals. */
  readonly isUnverified: boolean
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value)

/** The amount with symbol and decimals of the bundled list, if that has the token. */
export function withMetadata(
  decoded: DecodedAmount,
  { bundled }: Pick<RowContext, 'bundled'>,
): DecodedAmount {
  const known = decoded.contract === undefined ? undefined : bundled(decoded.contract)
  return known === undefined ? decoded : { ...decoded, asset: known }
}

function changeRow({ figure: decoded, collectible }: BalanceChange, context: RowContext): ChangeRow {
  const { t, locale, bundled } = context
  const { value, contract, asset } = withMetadata(decoded, context)
  const isGain = value > 0n
  const sign = isGain ? '+' : '−'
  const isKnown = collectible === undefined && (contract === undefined || bundled(contract) !== undefined)
  const amount =
    collectible === undefined && asset === undefined
      ? t('approve.raw-amount', { value: formatWhole(abs(value), 0, locale) })
      : formatWhole(abs(value), collectible === undefined ? (asset?.decimals ?? 0) : 0, locale)
  return {
    id: `${contract ?? ''}#${collectible ?? ''}`,
    kind: isGain ? 'gain' : 'loss',
    label: collectible === undefined ? (asset?.symbol ?? t('approve.unknown-token')) : `#${collectible}`,
    amount: `${sign}${amount}`,
    icon: isKnown && asset ? { symbol: asset.symbol, contract } : undefined,
    address: isKnown ? undefined : contract,
    note: undefined,
    isUnverified: (isGain && !isKnown) || (collectible === undefined && asset?.isUnconfirmed === true),
  }
}

const grantsAccess = (fact: Fact): boolean =>
  (fact.is === 'approval' && fact.figure.value > 0n) ||
  (fact.is === 'approval-for-all' && fact.isGranted) ||
  fact.is === 'authority' ||
  fact.is === 'permit'

function grantRow(fact: Fact, at: number, context: RowContext): ChangeRow | undefined {
  const { t, locale } = context
  const row = { id: `grant-${at}`, kind: 'grant', isUnverified: false } as const
  switch (fact.is) {
    case 'approval':
    case 'permit': {
      if (fact.collectible !== undefined)
        return {
          ...row,
          label: `#${fact.collectible}`,
          amount: formatWhole(fact.figure.value, 0, locale),
          icon: undefined,
          address: fact.spender,
          note: t('approve.access'),
        }
      const decoded = withMetadata(fact.figure, context)
      const symbol = symbolText(decoded, { t, locale })
      const amount = decoded.asset
        ? formatWhole(decoded.value, decoded.asset.decimals, locale)
        : t('approve.raw-amount', { value: formatWhole(decoded.value, 0, locale) })
      return {
        ...row,
        label: decoded.asset ? symbol : t('approve.unknown-token'),
        amount: fact.isUnlimited ? t('approve.unlimited') : amount,
        icon: context.bundled(decoded.contract ?? '') && { symbol, contract: decoded.contract },
        address: fact.spender,
        note: t('approve.access'),
        isUnverified: decoded.asset?.isUnconfirmed === true,
      }
    }
    case 'approval-for-all':
      return {
        ...row,
        label: t('approve.whole-collection'),
        amount: t('approve.unlimited'),
        icon: undefined,
        address: fact.operator,
        note: t('approve.access'),
      }
    case 'authority':
      return {
        ...row,
        label: t(`right.${fact.right}`),
        amount: '',
        icon: undefined,
        address: fact.to,
        note: undefined,
      }
    default:
      return undefined
  }
}

/**
 * The rows of a simulation: losses, then authorities that other accounts get, then gains. Amounts are exact; bundled tokens
 * use the symbols and decimals of the list, whatever the node reports.
 */
export function changeRows(
  changes: readonly BalanceChange[],
  grants: readonly Fact[],
  context: RowContext,
): readonly ChangeRow[] {
  const balanceRows = changes.map((change) => changeRow(change, context))
  const grantRows = grants.filter(grantsAccess).flatMap((fact, at) => grantRow(fact, at, context) ?? [])
  return [
    ...balanceRows.filter(({ kind }) => kind === 'loss'),
    ...grantRows,
    ...balanceRows.filter(({ kind }) => kind === 'gain'),
  ]
}

/** The probable number of rows for these facts, to reserve their space before the simulation ends. */
export function expectedRows(facts: readonly Fact[]): number {
  const count = facts.reduce((sum, fact) => {
    if (fact.is === 'batch') return sum + expectedRows(fact.facts)
    if (fact.is === 'swap') return sum + 2
    return sum + (fact.is === 'term' || fact.is === 'known-call' || fact.is === 'unknown-contract' ? 0 : 1)
  }, 0)
  return Math.min(count, 4)
}
