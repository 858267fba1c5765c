import { tokenIcon } from '#widget/domain/balances/token-icons.ts'
import { networkPicture } from '#widget/domain/networks/network-icon.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { TokenIcon } from '#widget/ui/token-icon.tsx'
import type { ChangeRow } from '../change-rows.ts'
import { isReviewBySiteAtom, reviewNetworkAtom } from '../state.ts'
import styles from './change-mark.module.css'

/** In px. */
const size = 36

/**
 * The icon of a bundled token, or of the currency of a network that the widget itself knows; for all others a circle with a
 * question mark, never a picture or a letter of the token's own choice.
 */
export function ChangeMark({ row: { icon } }: { row: ChangeRow }) {
  const network = useAtomValue(reviewNetworkAtom)
  const isBySite = useAtomValue(isReviewBySiteAtom)
  if (icon === undefined || (isBySite && icon.contract === undefined))
    return <span className={styles.unknown} aria-hidden="true" />
  const own = icon.contract === undefined && network ? networkPicture(network) : undefined
  return <TokenIcon name={icon.symbol} src={tokenIcon(icon) ?? own} size={size} />
}
