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
 * pass: a widget gone bad gets no more out of a wallet than the dApp could ask for itself (channel T29).
 */
export type RequestForwarder = (handle: string, request: ProviderRequest) => Promise<unknown>

/**
 * An answer as plain data; a function, a big integer that is no quantity or a cycle is an error, members that are functions are
 * left out. After a prompt the wallet may still have done what was asked.
 */
async function plainAnswer(value: unknown, method: string, risk: Risk): Promise<unknown> {
  const given = errorMembers(value)
  const copyOf = (answer: unknown) =>
    copyPlainData(answer, { isLoose: true }) ?? copyPlainData(answer, { isLoose: true, isParted: true })
  const plain = copyOf(given) ?? (await withQuantities(given, method).then(copyOf, () => undefined))
  if (plain) return plain.copy
  const message = 'The wallet returned an answer that cannot be passed on'
  if (risk !== 'prompt') throw new ProviderRpcError(providerCodes.internal, message)
  const data = { reason: 'unknown-outcome' satisfies LinkReason }
  throw new ProviderRpcError(providerCodes.internal, message, data)
}

/** How long a wallet that says it is disconnected may still answer by itself. */
const lastAnswerMs = 1_000

/** A disconnection of MetaMask's that heals by itself; whatever it was asked still stands. */
const tryAgainLater = 1013

/** Makes the relay. Events of a wallet are passed on from its first use until the signal aborts, with plain data only. */
export function createRequestForwarder(
  providerOf: (handle: string) => InjectedProvider | undefined,
  onEvent: (event: { handle: string; event: ForwardedEvent; data?: unknown }) => void,
  clock: Clock,
  signal: AbortSignal,
): RequestForwarder {
  /** By wallet: what rejects each request that waits for it. */
  const pending = new Map<string, Set<() => void>>()
  const listen = (handle: string, provider: InjectedProvider, event: ForwardedEvent) => {
    const pass = (payload: unknown) => {
      // The event itself still counts where its data cannot be sent.
      const data = copyPlainData(errorMembers(payload), { isLoose: true })?.copy
      attempt(() => onEvent({ handle, event, data }))
      if (event !== 'disconnect' || Reflect.get(Object(data), 'code') === tryAgainLater) return
      // It may never answer what it was asked; whoever waits must know.
      const asked = [...(pending.get(handle) ?? [])]
      clock.after(lastAnswerMs, () => {
        for (const lose of asked) lose()
      })
    }
    provider.on(event, pass, signal)
  }

  return async (handle, request) => {
    const provider = providerOf(handle)
    const isAllowed = provider?.speaks ?? isAllowedForWallet
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
      const lose = () => reject(connectionLostError(risk))
      waiting.add(lose)
      provider
        .request(request)
        .then(
          (answer) => plainAnswer(answer, request.method, risk),
          async (thrown: unknown) => {
            throw await carriedError(thrown)
          },
        )
        .then(resolve, reject)
        .finally(() => waiting.delete(lose))
    })
  }
}
