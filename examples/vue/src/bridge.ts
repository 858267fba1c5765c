import { createDrawbridge, ProviderRpcError } from '@drawbridge/host-sdk'

/** The one instance of this page. Project and URL are those of the local world: replace both by your deployment's. */
export const bridge = createDrawbridge({
  projectId: 'demo',
  widgetUrl: 'http://widget.localhost:5173',
  metadata: { name: 'Tidewater Coffee' },
  platforms: ['ethereum'],
  networks: ['eip155:1', 'eip155:8453'],
})

/** Requests a `personal_sign` signature (EIP-191) of a text, and returns it as hex. */
export async function signText(text: string, address: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  const hex = `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  return String(await bridge.ethereum.request({ method: 'personal_sign', params: [hex, address] }))
}

/** What to show for an error of a call to the bridge, by its code. */
export function errorText(error: unknown): string {
  if (!(error instanceof ProviderRpcError)) return 'Something went wrong. Try again.'
  switch (error.code) {
    case 4001:
      return 'Request cancelled.'
    case 4100:
      return 'Connect a wallet first.'
    case 4900:
      return 'The wallet is not reachable. Reload the page.'
    case -32002:
      return 'A request is already open in your wallet.'
    default:
      return `The request failed (${error.code}).`
  }
}
