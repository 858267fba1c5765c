/** Two isolated instances of the widget. `secondProject` in the query is the second one's project id. */
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
