import * as z from 'zod/mini'
import type { FoundWallet } from '#shared/channel/found-wallet.ts'
import { randomId } from '#shared/channel/random-id.ts'
import { walletLimit, walletNameMaxLength } from '#shared/config/limits.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { decodeError, encodeError } from '#shared/errors/wire-error.ts'
import { raceWithSignal } from '#widget/lib/async.ts'
import { cleanText } from '#widget/lib/clean-text.ts'
import type { RpcRequest, Unsubscribe, WalletTransport } from './contract.ts'

/** A provider whose functions were captured when it was found, so that later patches do not matter (channel T3). */
type Provider = {
  readonly identity: object
  request(request: RpcRequest): Promise<unknown>
  on(event: string, listener: (data: unknown) => void): Unsubscribe
}

type Entry = { readonly uuid: string | undefined; readonly provider: Provider; readonly wallet: FoundWallet }

const relayedEvents = ['accountsChanged', 'chainChanged', 'disconnect'] as const

const announcement = z.object({
  info: z.object({ uuid: z.string(), name: z.string(), rdns: z.string(), icon: z.optional(z.string()) }),
  provider: z.unknown(),
})

const rdnsPattern = /^[a-zA-Z0-9.-]{1,128}$/

function functionOf(target: object, name: string): ((...args: readonly unknown[]) => unknown) | undefined {
  const member: unknown = Reflect.get(target, name)
  return typeof member === 'function' ? (...args) => Reflect.apply(member, target, args) : undefined
}

function captureProvider(value: unknown): Provider | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const request = functionOf(value, 'request')
  const on = functionOf(value, 'on')
  const removeListener = functionOf(value, 'removeListener')
  if (request === undefined) return undefined
  return {
    identity: value,
    request: async (call) => request(call),
    on: (event, listener) => {
      on?.(event, listener)
      return () => removeListener?.(event, listener)
    },
  }
}

export type WindowTransport = WalletTransport & { readonly stop: () => void }

/**
 * Wallets of the widget's own window, for the standalone page: EIP-6963 announcements, and a legacy `window.ethereum`
 * that nobody announced. Inside a frame it finds nothing, because an extension that injects there would show the widget
 * instead of the dApp as the one who asks (channel T21). `inspect` makes a wallet safe to show, or drops it.
 */
export function windowTransport(
  page: Window,
  inspect: (wallet: FoundWallet) => FoundWallet | undefined,
): WindowTransport {
  let entries: readonly Entry[] = []
  const watchers = new Set<(wallets: readonly FoundWallet[]) => void>()
  const list = () => entries.map((entry) => entry.wallet)

  const update = (next: readonly Entry[]) => {
    entries = next
    for (const tell of watchers) tell(list())
  }

  const entryOf = (provider: Provider) =>
    entries.find((entry) => entry.provider.identity === provider.identity)

  const marked = (entry: Entry, warning: NonNullable<FoundWallet['warning']>): Entry => ({
    ...entry,
    wallet: { ...entry.wallet, warning: entry.wallet.warning ?? warning },
  })

  const onAnnounce = (event: Event) => {
    const parsed = announcement.safeParse('detail' in event ? event.detail : undefined)
    const provider = captureProvider(parsed.data?.provider)
    if (parsed.data === undefined || provider === undefined) return
    const { uuid, name, rdns, icon } = parsed.data.info
    const same = entryOf(provider)
    if (same?.uuid === uuid) return
    if (same?.uuid !== undefined) {
      update(entries.map((entry) => (entry === same ? marked({ ...entry, uuid }, 'uuid-changed') : entry)))
      return
    }
    const isTwin = entries.some((entry) => entry.wallet.rdns === rdns)
    const wallet = inspect({
      handle: randomId(),
      namespace: 'eip155',
      source: 'eip6963',
      rdns,
      name: cleanText(name, walletNameMaxLength),
      ...(icon === undefined ? {} : { icon }),
      ...(isTwin ? { warning: 'duplicate-rdns' } : {}),
    })
    if (wallet === undefined || !rdnsPattern.test(rdns) || entries.length >= walletLimit) return
    // The legacy find gives way to its own announcement; twins are all marked, since the first may be the impostor.
    const others = entries
      .filter((entry) => entry !== same)
      .map((entry) => (entry.wallet.rdns === rdns ? marked(entry, 'duplicate-rdns') : entry))
    update([...others, { uuid, provider, wallet }])
  }

  const onLegacy = () => {
    const provider = captureProvider(Reflect.get(page, 'ethereum'))
    if (provider === undefined || entryOf(provider) !== undefined) return
    const wallet: FoundWallet = {
      handle: randomId(),
      namespace: 'eip155',
      source: 'legacy',
      name: 'Browser Wallet',
    }
    update([...entries, { uuid: undefined, provider, wallet }])
  }

  const isTopLevel = page.parent === page
  if (isTopLevel) {
    page.addEventListener('eip6963:announceProvider', onAnnounce)
    page.addEventListener('ethereum#initialized', onLegacy)
    page.dispatchEvent(new Event('eip6963:requestProvider'))
    onLegacy()
  }

  const providerOf = (handle: string): Provider | undefined =>
    entries.find((entry) => entry.wallet.handle === handle)?.provider

  return {
    list,
    watch: (onChange) => {
      watchers.add(onChange)
      onChange(list())
      return () => watchers.delete(onChange)
    },
    request: async (handle, request, options) => {
      const provider = providerOf(handle)
      if (provider === undefined) {
        throw new ProviderRpcError(providerCodes.disconnected, 'The wallet is no longer in the page')
      }
      const answer = provider.request(request).catch((thrown: unknown) => {
        throw decodeError(encodeError(thrown))
      })
      return raceWithSignal(answer, options?.signal)
    },
    onEvent: (handle, listener) => {
      const provider = providerOf(handle)
      const stops = relayedEvents.map((event) => provider?.on(event, (data) => listener(event, data)))
      return () => {
        for (const stop of stops) stop?.()
      }
    },
    stop: () => {
      page.removeEventListener('eip6963:announceProvider', onAnnounce)
      page.removeEventListener('ethereum#initialized', onLegacy)
      watchers.clear()
    },
  }
}
