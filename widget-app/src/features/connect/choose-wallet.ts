import { askedNamespaceAtom, isPhoneAtom } from '#widget/kernel/modal.ts'
import { viewStackAtom } from '#widget/kernel/view-stack.ts'
import { hasWalletConnectAtom, rowTarget, walletByIdAtom } from '#widget/kernel/wallets.ts'
import { atom } from '#widget/lib/state.ts'

/** Goes where the row of a list leads: to the wallet where it is installed, else to where it is reached or had. */
export const chooseWalletAtom = atom(null, (get, set, rowId: string): void => {
  const row = get(walletByIdAtom(rowId))
  if (!row) return
  const facts = {
    asked: get(askedNamespaceAtom),
    isPhone: get(isPhoneAtom),
    hasWalletConnect: get(hasWalletConnectAtom),
  }
  set(viewStackAtom, { to: 'push', view: rowTarget(row, facts) })
})
