import type { Namespace } from '#shared/caip/namespace.ts'

/** What the operator's API supports for the accounts of some namespaces only (SPEC §6), and sending tokens (SPEC §4). */
const apiCapabilities = {
  nameRegistration: ['eip155'],
  /** The fields that a host prefills for WalletSend. */
  sendParameters: ['eip155'],
  activity: ['eip155'],
  smartSessions: ['eip155'],
  onramp: ['eip155', 'solana'],
  payWithExchange: ['eip155', 'solana'],
  sendTokens: ['eip155', 'solana'],
} as const satisfies { readonly [name: string]: readonly Namespace[] }

/** A capability of the API that only the accounts of some namespaces have, independent of their chains. */
export type ApiCapability = keyof typeof apiCapabilities

/** Whether SPEC §6 lists the capability for a namespace; available before any chain adapter is loaded. */
export function isApiCapable(capability: ApiCapability, namespace: Namespace): boolean {
  const supported: readonly Namespace[] = apiCapabilities[capability]
  return supported.includes(namespace)
}
