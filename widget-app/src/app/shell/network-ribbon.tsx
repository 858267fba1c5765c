import { activeNetworkAtom } from '#widget/domain/accounts/active-network.ts'
import { connectedNamespacesAtom } from '#widget/domain/accounts/connections.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Ribbon } from '#widget/ui/sheet/ribbon.tsx'

/** Shows across the sheet's top that the wallet is on a test or local network. */
export const NetworkRibbon = () =>
  useAtomValue(connectedNamespacesAtom).length > 0 ? <RibbonOfNetwork /> : null

function RibbonOfNetwork() {
  const t = useT()
  const network = useAtomValue(activeNetworkAtom)
  if (network?.local) return <Ribbon>{t('networks.local')}</Ribbon>
  return network?.testnet ? <Ribbon>{t('networks.testnet')}</Ribbon> : null
}
