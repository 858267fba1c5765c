export type ProviderRequest = { readonly method: string; readonly params?: unknown }

/**
 * A page's EIP-1193 provider with its functions captured when it was discovered, so that a script which patches the object
 * later cannot intercept the widget's calls to the wallet (channel T3).
 */
export type InjectedProvider = {
  /** The object itself, to recognise it again. */
  readonly identity: object
  /** True for a method of its API, if that is not EIP-1193. */
  supports?(method: string): boolean
  request(request: ProviderRequest): Promise<unknown>
  /** Listens until the signal aborts. Never throws, even if a wallet cannot emit the event. */
  on(event: string, listener: (data: unknown) => void, signal: AbortSignal): void
}

/** Calls a function of a wallet whose result is not needed; ignores what it throws or rejects with. */
export function attempt(run: () => unknown): void {
  try {
    Promise.resolve(run()).catch(() => {})
  } catch {
    // Subscriptions are optional: requests work without them.
  }
}

/**
 * Captures a provider; undefined if the value has no `request` function. Throws what a getter of the page throws for
 * `request`; the functions for events are optional.
 */
export function captureProvider(value: unknown): InjectedProvider | undefined {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined
  const capture = (name: string) => {
    const member: unknown = Reflect.get(value, name)
    return typeof member === 'function'
      ? (...args: unknown[]): unknown => Reflect.apply(member, value, args)
      : undefined
  }
  const captureOptional = (name: string) => {
    try {
      return capture(name)
    } catch {
      return undefined
    }
  }
  const request = capture('request')
  if (!request) return undefined
  const [on, removeListener] = ['on', 'removeListener'].map(captureOptional)
  return {
    identity: value,
    request: async (call) => request(call),
    on: (event, listener, signal) => {
      attempt(() => on?.(event, listener))
      signal.addEventListener('abort', () => attempt(() => removeListener?.(event, listener)))
    },
  }
}
