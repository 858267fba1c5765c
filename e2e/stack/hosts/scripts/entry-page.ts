import { type Account, type Bridge, createDrawbridge } from '/sdk/bundle.js'
import { readPageConfig } from '../../wallets/page-config.ts'
import { byId, shortAddress } from './page-elements.ts'
import { pageOptions } from './page-options.ts'

/** Creates the bridge of a page that uses an entry of the SDK, with one button and the accounts from `readAccounts`. */
export function startEntryPage(readAccounts: (bridge: Bridge) => readonly Account[]): Bridge {
  const connectButton = byId('connect', HTMLButtonElement)
  const list = byId('accounts', HTMLUListElement)
  const bridge = createDrawbridge({
    opener: [connectButton],
    ...pageOptions(readPageConfig(), new URLSearchParams(location.search)),
  })
  bridge.subscribe('accounts', () => {
    const items = readAccounts(bridge).map(({ address, name, walletName }) => {
      const item = document.createElement('li')
      item.textContent = `${name ?? walletName}: ${shortAddress(address)}`
      return item
    })
    list.replaceChildren(...items)
  })
  connectButton.addEventListener('click', () => {
    bridge.openModal().catch((error: unknown) => reportError(error))
  })
  Object.defineProperty(globalThis, 'bridge', { value: bridge })
  return bridge
}
