import { isSmallPlainData } from '../../../shared/channel/measure.ts'
import { mayReachWallet } from '../../../shared/channel/rpc-policy.ts'
import { ProviderRpcError, providerCodes } from '../../../shared/errors/provider-error.ts'
import { notAllowed } from '../refusals.ts'
import type { InjectedProvider, ProviderRequest } from './injected-provider.ts'

export const relayedEvents = ['accountsChanged', 'chainChanged', 'connect', 'disconnect', 'message'] as const

export type RelayedEvent = (typeof relayedEvents)[number]

/**
 * Passes the widget's requests to wallets of this page, and their events back. Only methods of the policy table
 * pass: a widget gone bad gets no more out of a wallet than the dApp could ask for itself (channel T29).
 */
export type Relay = (handle: string, request: ProviderRequest) => Promise<unknown>

/** An answer as plain data; what JSON cannot carry (functions, big integers, cycles) is an error, not a silent loss. */
function plain(value: unknown): unknown {
  if (value === undefined || isSmallPlainData(value)) return value
  try {
    const copy: unknown = JSON.parse(JSON.stringify(value))
    if (isSmallPlainData(copy)) return copy
  } catch {
    // Reported below in the wallet's place.
  }
  throw new ProviderRpcError(providerCodes.internal, 'The wallet returned an answer that cannot be passed on')
}

/** Makes the relay. Events of a wallet are passed on from its first use until the signal aborts, with plain data only. */
export function makeRelay(
  providerOf: (handle: string) => InjectedProvider | undefined,
  onEvent: (event: { handle: string; event: RelayedEvent; data?: unknown }) => void,
  signal: AbortSignal,
): Relay {
  const heard = new Set<string>()
  const listen = (handle: string, provider: InjectedProvider, event: RelayedEvent) => {
    const pass = (payload: unknown) => {
      let data: unknown
      try {
        // An error is no plain data, and the widget needs only to know that it happened.
        data = payload instanceof Error ? undefined : plain(payload)
      } catch {
        // The event itself still counts.
      }
      onEvent({ handle, event, data })
    }
    provider.on(event, pass, signal)
  }

  return async (handle, request) => {
    if (!mayReachWallet(request.method)) throw notAllowed()
    const provider = providerOf(handle)
    if (!provider)
      throw new ProviderRpcError(providerCodes.disconnected, 'The wallet is no longer in the page')
    if (!heard.has(handle)) {
      heard.add(handle)
      for (const event of relayedEvents) listen(handle, provider, event)
    }
    return plain(await provider.request(request))
  }
}
