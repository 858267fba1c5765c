import { connectionLostError } from '../../../shared/channel/caller.ts'
import type { Clock } from '../../../shared/channel/clock.ts'
import { copyPlainData } from '../../../shared/channel/copy-plain-data.ts'
import type { Risk } from '../../../shared/channel/method.ts'
import { isAllowedForWallet, mayPrompt } from '../../../shared/channel/rpc-policy.ts'
import {
  attempt,
  type InjectedProvider,
  type ProviderRequest,
} from '../../../shared/channel/wallets/injected-provider.ts'
import { errorMembers } from '../../../shared/channel/wallets/wallet-error.ts'
import { type LinkReason, ProviderRpcError, providerCodes } from '../../../shared/errors/provider-error.ts'
import { carriedError, withQuantities } from '../frame/load-failure-module.ts'
import { methodNotAllowedError } from '../provider/request-errors.ts'

export const forwardedEvents = [
  'accountsChanged',
  'chainChanged',
  'connect',
  'disconnect',
  'message',
] as const

export type ForwardedEvent = (typeof forwardedEvents)[number]

/**
 * Passes the widget's requests to wallets of this page, and their events back. Only methods of the policy table
 * pass: a compromised widget gets no more out of a wallet than the dApp could request itself (channel T29).
 */
export type RequestForwarder = (handle: string, request: ProviderRequest) => Promise<unknown>

/**
 * Copies a response as plain data. A function, a big integer that is no quantity, or a cycle is an error; members that are
 * functions are removed. After a prompt the wallet may still have executed the request.
 */
async function toPlainResponse(value: unknown, method: string, risk: Risk): Promise<unknown> {
  const members = errorMembers(value)
  const copyOf = (response: unknown) =>
    copyPlainData(response, { isLoose: true }) ?? copyPlainData(response, { isLoose: true, isChunked: true })
  const plain = copyOf(members) ?? (await withQuantities(members, method).then(copyOf, () => undefined))
  if (plain) return plain.copy
  const message = 'The wallet returned an answer that cannot be passed on'
  if (risk !== 'prompt') throw new ProviderRpcError(providerCodes.internal, message)
  const data = { reason: 'unknown-outcome' satisfies LinkReason }
  throw new ProviderRpcError(providerCodes.internal, message, data)
}

/** How long a wallet may still respond after its disconnect event. */
const disconnectGraceMs = 1_000

/** A disconnection of MetaMask that recovers by itself; pending requests continue. */
const tryAgainLater = 1013

/**
 * Creates the forwarder. Events of a wallet are forwarded, as plain data, from its first request until the signal aborts.
 */
export function createRequestForwarder(
  providerOf: (handle: string) => InjectedProvider | undefined,
  onEvent: (event: { handle: string; event: ForwardedEvent; data?: unknown }) => void,
  clock: Clock,
  signal: AbortSignal,
): RequestForwarder {
  /** By wallet handle: the reject functions of its pending requests. */
  const pending = new Map<string, Set<() => void>>()
  const listen = (handle: string, provider: InjectedProvider, event: ForwardedEvent) => {
    const forwardEvent = (payload: unknown) => {
      // The event is still emitted if its data cannot be sent.
      const data = copyPlainData(errorMembers(payload), { isLoose: true })?.copy
      attempt(() => onEvent({ handle, event, data }))
      if (event !== 'disconnect' || Reflect.get(Object(data), 'code') === tryAgainLater) return
      // The wallet may never respond: reject the pending requests.
      const pendingAtDisconnect = [...(pending.get(handle) ?? [])]
      clock.after(disconnectGraceMs, () => {
        for (const rejectAsLost of pendingAtDisconnect) rejectAsLost()
      })
    }
    provider.on(event, forwardEvent, signal)
  }

  return async (handle, request) => {
    const provider = providerOf(handle)
    const isAllowed = provider?.supports ?? isAllowedForWallet
    if (!isAllowed(request.method)) throw methodNotAllowedError()
    if (!provider)
      throw new ProviderRpcError(providerCodes.disconnected, 'The wallet is no longer in the page')
    const waiting = pending.get(handle) ?? new Set()
    if (!pending.has(handle)) {
      pending.set(handle, waiting)
      for (const event of forwardedEvents) listen(handle, provider, event)
    }
    const risk: Risk = mayPrompt(request.method) ? 'prompt' : 'read'
    return new Promise((resolve, reject) => {
      const rejectAsLost = () => reject(connectionLostError(risk))
      waiting.add(rejectAsLost)
      provider
        .request(request)
        .then(
          (response) => toPlainResponse(response, request.method, risk),
          async (thrown: unknown) => {
            throw await carriedError(thrown)
          },
        )
        .then(resolve, reject)
        .finally(() => waiting.delete(rejectAsLost))
    })
  }
}
