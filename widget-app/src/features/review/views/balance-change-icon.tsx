import { tokenIcon } from '#widget/domain/balances/token-icons.ts'
import { networkIconUrl } from '#widget/domain/networks/network-icon.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { TokenIcon } from '#widget/ui/identity/token-icon.tsx'
import { isReviewHostReportedAtom, reviewNetworkAtom } from '../atoms.ts'
import type { ChangeRow } from '../balance-change-rows.ts'
import styles from './change-mark.module.css'

/** In px. */
const size = 36

/**
 * The icon of a bundled token or of a bundled network's native currency; for all others a circle with a question mark, never
 * an icon or a letter that the token chose.
 */
export function BalanceChangeIcon({ row: { icon } }: { row: ChangeRow }) {
  const network = useAtomValue(reviewNetworkAtom)
  const isHostReported = useAtomValue(isReviewHostReportedAtom)
  if (icon === undefined || (isHostReported && icon.contract === undefined))
    return <span className={styles.unknown} aria-hidden="true" />
  const nativeIcon = icon.contract === undefined && network ? networkIconUrl(network) : undefined
  return <TokenIcon name={icon.symbol} src={tokenIcon(icon) ?? nativeIcon} size={size} />
}
