export type ProviderRequest = { readonly method: string; readonly params?: unknown }

/**
 * A page's EIP-1193 provider with its functions captured when it was found, so that a script which patches the object
 * later does not get between us and the wallet (channel T3).
 */
export type InjectedProvider = {
  /** The object itself, to recognise it again. */
  readonly identity: object
  /** Whether a method is of its language, where that is not EIP-1193. */
  speaks?(method: string): boolean
  request(request: ProviderRequest): Promise<unknown>
  /** Listens until the signal aborts. */
  on(event: string, listener: (data: unknown) => void, signal: AbortSignal): void
}

/** Captures a provider, or nothing when the value has no `request` function. Throws what a getter of the page throws. */
export function captureProvider(value: unknown): InjectedProvider | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const [request, on, removeListener] = ['request', 'on', 'removeListener'].map((name) => {
    const member: unknown = Reflect.get(value, name)
    return typeof member === 'function'
      ? (...args: unknown[]): unknown => Reflect.apply(member, value, args)
      : undefined
  })
  if (!request) return undefined
  return {
    identity: value,
    request: async (call) => request(call),
    on: (event, listener, signal) => {
      on?.(event, listener)
      signal.addEventListener('abort', () => removeListener?.(event, listener))
    },
  }
}
