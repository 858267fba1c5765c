import * as z from 'zod/mini'

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

type Callable = (...args: unknown[]) => unknown

const callable = z.custom<Callable>((value) => typeof value === 'function')
const shape = z.object({
  request: callable,
  on: z.optional(callable),
  removeListener: z.optional(callable),
})

/** Captures a provider, or nothing when the value has no `request` function. Never throws. */
export function captureProvider(value: unknown): InjectedProvider | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const parsed = z.safeParse(shape, value)
  if (!parsed.success) return undefined
  const { request, on, removeListener } = parsed.data
  return {
    identity: value,
    request: async (call) => request.call(value, call),
    on: (event, listener) => {
      on?.call(value, event, listener)
      return () => {
        removeListener?.call(value, event, listener)
      }
    },
  }
}
