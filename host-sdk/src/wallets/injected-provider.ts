export type ProviderRequest = { readonly method: string; readonly params?: unknown }

/**
 * A page's EIP-1193 provider with its functions captured when it was found, so that a script which patches the object
 * later does not get between us and the wallet (channel T3).
 */
export type InjectedProvider = {
  /** The object itself, to recognise it again. */
  readonly identity: object
  request(request: ProviderRequest): Promise<unknown>
  on(event: string, listener: (data: unknown) => void): () => void
}

const method = (target: object, name: string): ((...args: unknown[]) => unknown) | undefined => {
  const member: unknown = Reflect.get(target, name)
  return typeof member === 'function' ? (...args) => Reflect.apply(member, target, args) : undefined
}

/** Captures a provider, or nothing when the value has no `request` function. */
export function captureProvider(value: unknown): InjectedProvider | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  try {
    const request = method(value, 'request')
    const on = method(value, 'on')
    const removeListener = method(value, 'removeListener')
    if (!request) return undefined
    return {
      identity: value,
      request: async (call) => request(call),
      on: (event, listener) => {
        on?.(event, listener)
        return () => {
          removeListener?.(event, listener)
        }
      },
    }
  } catch {
    // A getter of the page threw: no wallet.
    return undefined
  }
}
