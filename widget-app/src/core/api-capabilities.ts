import type { Namespace } from '#shared/caip/namespace.ts'

/** What the operator's API does for the accounts of some namespaces only (SPEC §6), and sending tokens (SPEC §4). */
const ofApi = {
  nameRegistration: ['eip155'],
  /** The fields a site fills in for WalletSend. */
  sendParameters: ['eip155'],
  activity: ['eip155'],
  smartSessions: ['eip155'],
  onramp: ['eip155', 'solana'],
  payWithExchange: ['eip155', 'solana'],
  sendTokens: ['eip155', 'solana'],
} as const satisfies { readonly [name: string]: readonly Namespace[] }

/** What only the accounts of some namespaces have, whatever their chains can. */
export type ApiCapability = keyof typeof ofApi

/** Whether SPEC §6 has something for the accounts of a namespace; known before any chain is loaded. */
export function isApiCapable(capability: ApiCapability, namespace: Namespace): boolean {
  const supported: readonly Namespace[] = ofApi[capability]
  return supported.includes(namespace)
}
