import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { ArrowRightIcon } from '#widget/ui/icons/arrow-right.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { reviewWalletAtom } from '../atoms.ts'
import styles from './parties.module.css'

/** In px. */
const iconSize = 40

const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : origin)

/**
 * The host by its verified origin and the wallet. The host has a generated icon, since an icon of its choice could be that
 * of another site.
 */
export function RequestParties() {
  const origin = useAtomValue(hostOriginAtom)
  const wallet = useAtomValue(reviewWalletAtom)
  const host = hostOf(origin ?? '')
  return (
    <div className={styles.parties}>
      <div className={styles.party}>
        <WalletIcon name={host} size={iconSize} />
        <bdi className={styles.name} dir="ltr">
          {host}
        </bdi>
      </div>
      <span className={styles.arrow}>
        <ArrowRightIcon size={20} />
      </span>
      <div className={styles.party}>
        <WalletIcon name={wallet.name} src={wallet.icon} size={iconSize} />
        <bdi className={styles.name}>{wallet.name}</bdi>
      </div>
    </div>
  )
}
