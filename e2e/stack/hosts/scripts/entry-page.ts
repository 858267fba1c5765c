import { type Account, type Bridge, createDrawbridge } from '/sdk/bundle.js'
import { readPageConfig } from '../../wallets/page-config.ts'
import { byId, shortAddress } from './page-elements.ts'
import { pageOptions } from './page-options.ts'

/** Makes the bridge of a page which uses an entry of the SDK: one button, and the accounts as that entry reads them. */
export function startEntryPage(read: (bridge: Bridge) => readonly Account[]): Bridge {
  const connect = byId('connect', HTMLButtonElement)
  const list = byId('accounts', HTMLUListElement)
  const bridge = createDrawbridge({
    opener: [connect],
    ...pageOptions(readPageConfig(), new URLSearchParams(location.search)),
  })
  bridge.subscribe('accounts', () => {
    const items = read(bridge).map(({ address, name, walletName }) => {
      const item = document.createElement('li')
      item.textContent = `${name ?? walletName}: ${shortAddress(address)}`
      return item
    })
    list.replaceChildren(...items)
  })
  connect.addEventListener('click', () => {
    bridge.openModal().catch((error: unknown) => reportError(error))
  })
  Object.defineProperty(globalThis, 'bridge', { value: bridge })
  return bridge
}
