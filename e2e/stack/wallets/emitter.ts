/** EIP-1193 events, and `change` of the Wallet Standard. */
export type ProviderEvent =
  | 'accountsChanged'
  | 'chainChanged'
  | 'connect'
  | 'disconnect'
  | 'message'
  | 'change'
type Listener = (payload: unknown) => void

/** Creates an event emitter with the methods of an EIP-1193 provider. */
export function createEmitter() {
  const listeners = new Map<string, Set<Listener>>()
  return {
    on(event: string, listener: Listener): void {
      const existing = listeners.get(event) ?? new Set()
      listeners.set(event, existing.add(listener))
    },
    removeListener(event: string, listener: Listener): void {
      listeners.get(event)?.delete(listener)
    },
    count: (event: ProviderEvent): number => listeners.get(event)?.size ?? 0,
    emit(event: ProviderEvent, payload: unknown): void {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(payload)
    },
  }
}
