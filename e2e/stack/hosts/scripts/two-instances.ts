/** Two instances of the widget, which must not meet; `secondProject` gives the second a project of its own. */
import { createDrawbridge } from '/sdk/bundle.js'
import { readPageConfig } from '../../wallets/page-config.ts'
import { byId, shortAddress } from './page-elements.ts'
import { pageOptions } from './page-options.ts'

const query = new URLSearchParams(location.search)
const options = pageOptions(readPageConfig(), query)
const bridges = {
  first: createDrawbridge(options),
  second: createDrawbridge({ ...options, projectId: query.get('secondProject') ?? options.projectId }),
}
for (const [name, bridge] of Object.entries(bridges)) {
  bridge.subscribe('state', ({ accounts: [account] }) => {
    const text = account === undefined ? 'Not connected' : shortAddress(account.address)
    byId(`${name}-account`, HTMLParagraphElement).textContent = text
  })
  byId(name, HTMLButtonElement).addEventListener('click', () => {
    bridge.openModal().catch((error: unknown) => reportError(error))
  })
}
Object.defineProperty(globalThis, 'bridges', { value: bridges })
