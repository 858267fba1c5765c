import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { isPhoneAtom } from '#widget/core/device.ts'
import { requestedNamespaceAtom } from '#widget/core/modal-state.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { hasWalletConnectAtom } from '#widget/domain/wallets/connector-groups.ts'
import {
  connectingView,
  installedTarget,
  rowTarget,
  walletByIdAtom,
} from '#widget/domain/wallets/wallet-rows.ts'
import { promptAtom } from '#widget/lib/state.ts'

/** Opens the view for a wallet row: connect if installed, otherwise pair or install. */
export const selectWalletAtom = promptAtom(null, (get, set, rowId: string): void => {
  const row = get(walletByIdAtom(rowId))
  if (!row) return
  const facts = {
    requestedNamespace: get(requestedNamespaceAtom),
    isPhone: get(isPhoneAtom),
    hasWalletConnect: get(hasWalletConnectAtom),
  }
  set(viewStackAtom, { to: 'push', view: rowTarget(row, facts) })
})

/** Opens the view that connects an installed wallet, by row id, or the namespace choice if it supports several. */
export const selectInstalledAtom = promptAtom(null, (get, set, rowId: string): void => {
  const row = get(walletByIdAtom(rowId))
  const view = row && installedTarget(row, get(requestedNamespaceAtom))
  if (view) set(viewStackAtom, { to: 'push', view })
})

/** Opens the view that connects an installed wallet in the namespace of this announcement. */
export const selectNamespaceAtom = promptAtom(null, (_get, set, wallet: DiscoveredWallet): void =>
  set(viewStackAtom, { to: 'push', view: connectingView(wallet) }),
)
