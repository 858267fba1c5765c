import { disconnectWaitMs } from '../../config/limits.ts'
import { ProviderRpcError, providerCodes } from '../../errors/provider-error.ts'
import type { Clock } from '../clock.ts'
import { isEmptyBytes } from './empty-bytes.ts'
import { attempt, type InjectedProvider, type ProviderRequest } from './injected-provider.ts'
import { bytesIn, captureMethod, collectPageWallets, member, type PageWallets } from './page-wallet.ts'
import { providerError } from './wallet-error.ts'
import { isWidgetWallet } from './widget-wallet.ts'

/** When to check for extensions (SPEC §4); after that once a second, because some inject late. */
const probesMs = [0, 200, 500, 1_000]
const pollMs = 1_000
/** Enough to mark them as duplicates; some pages return a new object at each read. */
const entriesPerKey = 2

type WireAccount = {
  readonly address: string
  readonly name?: string
  readonly type?: string
  readonly genesisHash?: string
}

/** Accounts of an extension as data; the widget decides which of them it can use. */
function wireAccounts(list: unknown): WireAccount[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((account) => {
    const address = typeof account === 'string' ? account : member(account, 'address')
    if (typeof address !== 'string') return []
    const texts = Object.fromEntries(
      ['name', 'type', 'genesisHash'].flatMap((key) => {
        const text = member(account, key)
        return typeof text === 'string' && text !== '' ? [[key, text.slice(0, 128)]] : []
      }),
    )
    return [{ address: address.slice(0, 128), ...texts }]
  })
}

/**
 * The name that an extension reports, else one made from its key: `fearless-wallet` is "Fearless Wallet". The catalogue's
 * name wins if it has the key.
 */
function nameOf(entry: object, id: string): string {
  const own = ['name', 'title']
    .map((key) => member(entry, key))
    .find((text) => typeof text === 'string' && text.trim())
  if (typeof own === 'string') return own
  const nameParts = id.split(/[-_.\s]+/).filter((word) => word !== '' && word !== 'js')
  return nameParts.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || id
}

/** Extensions reject with their own messages; the code is that of the user's rejection or of a pending request. */
const asProviderError = (error: unknown): ProviderRpcError =>
  providerError(error, [
    [/pending auth/i, providerCodes.requestPending],
    [/reject|cancel|denied|not (been )?(authori[sz]ed|allowed)/i, providerCodes.userRejected],
  ])

const unsupported = () =>
  new ProviderRpcError(providerCodes.unsupportedMethod, 'The extension cannot do this')

/** What an extension signed, as the widget reads it: some return the bare signature. */
function wireSigned(handler: unknown): object {
  const isBare = typeof handler === 'string' || bytesIn(handler) !== undefined
  const { id, signature, signedTransaction } = isBare
    ? { id: 0, signature: handler, signedTransaction: undefined }
    : {
        id: member(handler, 'id'),
        signature: member(handler, 'signature'),
        signedTransaction: member(handler, 'signedTransaction'),
      }
  const wire = (value: unknown) => bytesIn(value) ?? value
  return {
    id,
    signature: wire(signature),
    ...(!isEmptyBytes(signedTransaction) && { signedTransaction: wire(signedTransaction) }),
  }
}

function capture(entry: object, siteName: string, clock: Clock): InjectedProvider {
  const enable = captureMethod(entry, 'enable')
  const listeners = new Set<(data: unknown) => void>()
  let injected: unknown
  /** The extension's first result of `enable`; some reject a second call in one page. */
  let lastInjected: unknown
  let isEnabled = false
  let subscription: unknown
  /** Count of account reports: a slow read does not replace what was reported after its start. */
  let changes = 0

  const release = () => {
    const ended = subscription
    subscription = undefined
    const stop = (end: unknown) => {
      if (typeof end === 'function') end()
    }
    // The unsubscribe function may be in a promise.
    attempt(() => (typeof ended === 'function' ? ended() : Promise.resolve(ended).then(stop)))
  }
  const subscribeAccounts = () => {
    release()
    attempt(() => {
      const subscribe = captureMethod(member(injected, 'accounts'), 'subscribe')
      subscription = subscribe?.((list: unknown) => {
        changes += 1
        if (Array.isArray(list) && list.length > 0) return notify(list)
        attempt(() => notifyRereadAccounts(list, changes))
      })
      return subscription
    })
  }
  const notify = (list: unknown) => {
    if (!Array.isArray(list)) return
    for (const listener of listeners) listener(wireAccounts(list))
  }
  /** An event may lack the accounts, or wrongly have none: read the extension's list. */
  const notifyRereadAccounts = async (reported: unknown, changeCount: number) => {
    const waiting = new Promise<undefined>((resolve) =>
      clock.after(disconnectWaitMs, () => resolve(undefined)),
    )
    const listed = await Promise.race([readAccounts().catch(() => undefined), waiting])
    if (changeCount === changes) notify(listed ?? reported)
  }
  const readAccounts = async (): Promise<unknown> => {
    const own = member(injected, 'accounts')
    return Array.isArray(own) ? own : captureMethod(own, 'get')?.()
  }
  const enableOnce = async () => {
    try {
      return await enable?.(siteName)
    } catch (error) {
      const { code } = asProviderError(error)
      const isAnswer = code === providerCodes.userRejected || code === providerCodes.requestPending
      if (isAnswer || lastInjected === undefined) throw error
      return lastInjected
    }
  }
  const sign = (name: 'signPayload' | 'signRaw') => async (params: unknown) => {
    const own = captureMethod(member(injected, 'signer'), name)
    if (!own) throw new ProviderRpcError(providerCodes.unauthorized, 'The extension is not connected')
    return wireSigned(await own(params))
  }
  const metadata = (name: 'get' | 'provide') => async (params: unknown) => {
    const own = captureMethod(member(injected, 'metadata'), name)
    if (!own) throw unsupported()
    return own(params)
  }
  const handlers: Readonly<Record<string, (params: unknown) => Promise<unknown>>> = {
    'injectedWeb3:enable': async (params) => {
      // Extensions have no silent mode. `enable` is not called again while enabled; for a stored connection it is, and an
      // extension that authorized the site returns without a prompt.
      if (!(isEnabled && member(params, 'silent') === true)) injected = (await enableOnce()) ?? lastInjected
      lastInjected = injected
      isEnabled = true
      const accounts = await readAccounts()
      subscribeAccounts()
      return { accounts: wireAccounts(accounts) }
    },
    'injectedWeb3:disconnect': async () => {
      release()
      injected = undefined
      isEnabled = false
      return null
    },
    'injectedWeb3:signPayload': sign('signPayload'),
    'injectedWeb3:signRaw': sign('signRaw'),
    'injectedWeb3:metadata.get': metadata('get'),
    'injectedWeb3:metadata.provide': metadata('provide'),
  }
  return {
    identity: entry,
    supports: (method) => Object.hasOwn(handlers, method),
    request: async ({ method, params }: ProviderRequest) => {
      const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined
      if (!handler) throw unsupported()
      try {
        return await handler(params)
      } catch (error) {
        throw asProviderError(error)
      }
    },
    on: (event, listener, signal) => {
      if (event !== 'accountsChanged') return
      listeners.add(listener)
      signal.addEventListener('abort', () => {
        listeners.delete(listener)
        release()
      })
    },
  }
}

/**
 * Discovers Polkadot extensions (`window.injectedWeb3`) until the signal aborts. Calls no function of theirs here: `enable`
 * is called for the one extension that the user selects, with the site's name, never for all at once as `web3Enable` does.
 */
export function discoverInjectedWeb3(
  page: Window,
  siteName: string,
  clock: Clock,
  signal: AbortSignal,
  onChange: () => void,
): PageWallets {
  const wallets = collectPageWallets(onChange)
  /** By key the `enable` of each entry; a copy of the entry has the same. */
  const seenEnables = new Map<string, ReadonlySet<unknown>>()
  const checkPage = () => {
    const entries = member(page, 'injectedWeb3')
    for (const id of Object.keys(Object(entries))) {
      try {
        const entry = member(entries, id)
        if (typeof entry !== 'object' || entry === null || wallets.has(entry)) continue
        if (isWidgetWallet(entry, id) || id === '' || id.length > 128) continue
        const enable = member(entry, 'enable')
        const before = seenEnables.get(id) ?? new Set()
        if (typeof enable !== 'function' || before.has(enable) || before.size >= entriesPerKey) continue
        seenEnables.set(id, new Set([...before, enable]))
        wallets.add(capture(entry, siteName, clock), {
          namespace: 'polkadot',
          source: 'injected-web3',
          injectedId: id,
          name: nameOf(entry, id),
        })
      } catch {
        // A getter of the page that throws: no extension.
      }
    }
  }
  let cancel = () => {}
  const probe = (at: number) => {
    checkPage()
    const next = probesMs[at + 1]
    const waitMs = next === undefined ? pollMs : next - (probesMs[at] ?? 0)
    cancel = clock.after(waitMs, () => probe(at + 1))
  }
  probe(0)
  signal.addEventListener('abort', () => cancel())
  return wallets
}
