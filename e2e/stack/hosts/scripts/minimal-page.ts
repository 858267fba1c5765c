/** The smallest page with a wallet: one button and the SDK, so that measurements exclude the page's code. */
import { createDrawbridge } from '/sdk/bundle.js'

const button = document.getElementById('connect')
if (!(button instanceof HTMLButtonElement)) throw new Error('The page has no button')
const bridge = createDrawbridge({
  projectId: new URLSearchParams(location.search).get('project') ?? 'demo',
  metadata: { name: 'Smallest', description: 'The smallest page', url: location.origin, icons: [] },
  widgetUrl: button.dataset.widget,
  platforms: ['ethereum'],
  networks: ['eip155:1', 'eip155:8453'],
  opener: [button],
})
button.addEventListener('click', () => {
  bridge.openModal().catch((error: unknown) => reportError(error))
})
button.disabled = false
Object.defineProperty(globalThis, 'bridge', { value: bridge })
