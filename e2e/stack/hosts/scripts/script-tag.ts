/** Shows the account of the bridge that the script tag has created. The tag itself needs no code. */
import type { Bridge } from '/sdk/bundle.js'
import { byId, shortAddress } from './page-elements.ts'

declare global {
  interface Window {
    readonly Drawbridge?: { readonly bridge?: Bridge }
  }
}

const bridge = window.Drawbridge?.bridge
bridge?.subscribe('state', ({ accounts: [account] }) => {
  const text = account === undefined ? 'Not connected' : shortAddress(account.address)
  byId('account', HTMLParagraphElement).textContent = text
})
Object.defineProperty(globalThis, 'bridge', { value: bridge })
