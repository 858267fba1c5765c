import { activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { walletAppAtom } from '#widget/domain/wallets/wallet-app.ts'
import { walletByIdAtom } from '#widget/domain/wallets/wallet-rows.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'

/** The active wallet, and what opens it if it is an app on this phone. */
export function useWallet() {
  const t = useT()
  const connection = useAtomValue(activeConnectionAtom)
  const row = useAtomValue(walletByIdAtom(connection?.walletId ?? ''))
  const app = useAtomValue(walletAppAtom(connection?.handle ?? ''))
  const name = row?.name ?? connection?.walletName ?? t('connecting.wallet')
  return { name, icon: row?.icon ?? connection?.icon, app }
}
