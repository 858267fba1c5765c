import { isSmallPlainData } from '../../../shared/channel/measure.ts'
import { mayReachWallet } from '../../../shared/channel/rpc-policy.ts'
import { texts } from '../../../shared/errors/codes.ts'
import { ProviderRpcError, providerCodes } from '../../../shared/errors/provider-error.ts'
import type { InjectedProvider, ProviderRequest } from './injected-provider.ts'

export const relayedEvents = ['accountsChanged', 'chainChanged', 'connect', 'disconnect', 'message'] as const

export type RelayedEvent = (typeof relayedEvents)[number]

/**
 * Passes the widget's requests to wallets of this page, and their events back. Only methods of the policy table
 * pass: a widget gone bad gets no more out of a wallet than the dApp could ask for itself (channel T29).
 */
export type Relay = {
  request(handle: string, request: ProviderRequest): Promise<unknown>
  stop(): void
}

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

/** Makes the relay. Events of a wallet are passed on from its first use, with data that is plain. */
export function makeRelay(
  providerOf: (handle: string) => InjectedProvider | undefined,
  onEvent: (event: { handle: string; event: RelayedEvent; data?: unknown }) => void,
): Relay {
  const listening = new Map<string, (() => void)[]>()

  const listen = (handle: string, provider: InjectedProvider) => {
    if (listening.has(handle)) return
    const stops = relayedEvents.map((event) =>
      provider.on(event, (data) => {
        try {
          onEvent({ handle, event, data: plain(data instanceof Error ? undefined : data) })
        } catch {
          onEvent({ handle, event })
        }
      }),
    )
    listening.set(handle, stops)
  }

  return {
    request: async (handle, request) => {
      if (!mayReachWallet(request.method)) {
        throw new ProviderRpcError(providerCodes.unsupportedMethod, texts.rpcNotAllowed)
      }
      const provider = providerOf(handle)
      if (!provider)
        throw new ProviderRpcError(providerCodes.disconnected, 'The wallet is no longer in the page')
      listen(handle, provider)
      return plain(await provider.request(request))
    },
    stop: () => {
      for (const stop of [...listening.values()].flat()) stop()
      listening.clear()
    },
  }
}
