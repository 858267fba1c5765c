import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { isPhoneAtom } from '#widget/core/device.ts'
import { requestedNamespaceAtom } from '#widget/core/modal-state.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import {
  connectingView,
  hasWalletConnectAtom,
  installedTarget,
  rowTarget,
  walletByIdAtom,
} from '#widget/domain/wallets/wallet-rows.ts'
import { promptAtom } from '#widget/lib/state.ts'

/** Goes where the row of a list leads: to the wallet where it is installed, else to where it is reached or had. */
export const chooseWalletAtom = promptAtom(null, (get, set, rowId: string): void => {
  const row = get(walletByIdAtom(rowId))
  if (!row) return
  const facts = {
    asked: get(requestedNamespaceAtom),
    isPhone: get(isPhoneAtom),
    hasWalletConnect: get(hasWalletConnectAtom),
  }
  set(viewStackAtom, { to: 'push', view: rowTarget(row, facts) })
})

/** Goes where an installed wallet is asked to connect, by the id of its row; to the choice of an ecosystem where it has several. */
export const chooseInstalledAtom = promptAtom(null, (get, set, rowId: string): void => {
  const row = get(walletByIdAtom(rowId))
  const view = row && installedTarget(row, get(requestedNamespaceAtom))
  if (view) set(viewStackAtom, { to: 'push', view })
})

/** Goes where an installed wallet is asked to connect in the ecosystem of this announcement. */
export const chooseEcosystemAtom = promptAtom(null, (_get, set, wallet: DiscoveredWallet): void =>
  set(viewStackAtom, { to: 'push', view: connectingView(wallet) }),
)
