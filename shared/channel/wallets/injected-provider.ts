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
  /** Listens until the signal aborts. A wallet that cannot emit the event is no error. Never throws. */
  on(event: string, listener: (data: unknown) => void, signal: AbortSignal): void
}

/** Calls a function of a wallet whose result does not count; what it throws, or rejects with, is ignored. */
export function attempt(run: () => unknown): void {
  try {
    Promise.resolve(run()).catch(() => {})
  } catch {
    // Subscriptions are optional: requests work without them.
  }
}

/**
 * Captures a provider, or nothing when the value has no `request` function. Throws what a getter of the page throws for
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
