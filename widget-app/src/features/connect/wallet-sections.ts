import type { ConnectorGroup } from '#shared/config/connector-order.ts'
import type { WalletRow } from '#widget/domain/wallets/wallet-rows.ts'

/** A run of rows under one heading. Recent and installed wallets share one; their badges differ. */
export type SectionKind = 'yours' | Exclude<ConnectorGroup, 'recent' | 'injected'>
export type WalletSection = { readonly kind: SectionKind; readonly rows: readonly WalletRow[] }

const kindOf = (group: ConnectorGroup): SectionKind =>
  group === 'recent' || group === 'injected' ? 'yours' : group

/** Splits ordered rows into sections where the group changes. The order is the connectors' order. */
export function walletSections(rows: readonly WalletRow[]): readonly WalletSection[] {
  const sections: { readonly kind: SectionKind; readonly rows: WalletRow[] }[] = []
  for (const row of rows) {
    const kind = kindOf(row.group)
    const last = sections.at(-1)
    if (last?.kind === kind) last.rows.push(row)
    else sections.push({ kind, rows: [row] })
  }
  return sections
}

/**
 * The number on the row of all wallets, rounded down to tens.
 * @example roundedCount(118) // '110+'
 */
export const roundedCount = (count: number): string =>
  count < 10 ? String(count) : `${Math.floor(count / 10) * 10}+`
