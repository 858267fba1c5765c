import { createDrawbridge } from '@drawbridge/host-sdk'

/**
 * Announces the widget to wagmi by EIP-6963; no other line of this dApp knows the widget. Project and URL are those of the
 * local world: replace both by your deployment's.
 */
export const bridge = createDrawbridge({
  projectId: 'demo',
  widgetUrl: 'http://widget.localhost:5173',
  metadata: { name: 'Tidewater Coffee' },
  platforms: ['ethereum'],
  networks: ['eip155:1', 'eip155:8453'],
})
