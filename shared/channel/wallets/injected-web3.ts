import { ProviderRpcError, providerCodes } from '../../errors/provider-error.ts'
import type { Clock } from '../clock.ts'
import type { InjectedProvider, ProviderRequest } from './injected-provider.ts'
import { isOwnWallet } from './own-wallet.ts'
import { captured, collectPageWallets, member, type PageWallets } from './page-wallet.ts'

/** When to look for extensions (SPEC §4); after that once a second, because some come late. */
const probesMs = [0, 200, 500, 1_000]
const laterMs = 1_000

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
    const address = member(account, 'address')
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
 * What an extension calls itself, else words made of its key: `fearless-wallet` is "Fearless Wallet". The catalogue, where
 * it knows the key, has the last word.
 */
function nameOf(entry: object, id: string): string {
  const own = ['name', 'title']
    .map((key) => member(entry, key))
    .find((text) => typeof text === 'string' && text.trim())
  if (typeof own === 'string') return own
  const words = id.split(/[-_.\s]+/).filter((word) => word !== '' && word !== 'js')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || id
}

/** Extensions reject with words of their own; who refused is what counts (facts §2.6). */
function asProviderError(error: unknown): unknown {
  if (typeof member(error, 'code') === 'number') return error
  const message = String(member(error, 'message') ?? error)
  if (/pending auth/i.test(message)) return new ProviderRpcError(providerCodes.requestPending, message)
  if (/reject|cancel|denied|not (been )?(authori[sz]ed|allowed)/i.test(message)) {
    return new ProviderRpcError(providerCodes.userRejected, message)
  }
  return new ProviderRpcError(providerCodes.internal, message)
}

const cannot = () => new ProviderRpcError(providerCodes.unsupportedMethod, 'The extension cannot do this')

function capture(entry: object, siteName: string): InjectedProvider {
  const enable = captured(entry, 'enable')
  const listeners = new Set<(data: unknown) => void>()
  let injected: unknown
  let isEnabled = false
  let unsubscribe: unknown

  const release = () => {
    if (typeof unsubscribe === 'function') unsubscribe()
    unsubscribe = undefined
  }
  const follow = () => {
    release()
    unsubscribe = captured(
      member(injected, 'accounts'),
      'subscribe',
    )?.((list: unknown) => {
      const accounts = wireAccounts(list)
      for (const listener of listeners) listener(accounts)
    })
  }
  const sign = (name: 'signPayload' | 'signRaw') => async (params: unknown) => {
    const own = captured(member(injected, 'signer'), name)
    if (!own) throw new ProviderRpcError(providerCodes.unauthorized, 'The extension is not connected')
    const answer = await own(params)
    const [id, signature, signedTransaction] = ['id', 'signature', 'signedTransaction'].map((key) =>
      member(answer, key),
    )
    return { id, signature, ...(typeof signedTransaction === 'string' && { signedTransaction }) }
  }
  const metadata = (name: 'get' | 'provide') => async (params: unknown) => {
    const own = captured(member(injected, 'metadata'), name)
    if (!own) throw cannot()
    return own(params)
  }
  const answers: Readonly<Record<string, (params: unknown) => Promise<unknown>>> = {
    'injectedWeb3:enable': async (params) => {
      // Extensions have no silent way. One that is enabled already is not asked again; a stored connection is, and an
      // extension that knows the site answers without a prompt.
      if (!(isEnabled && member(params, 'silent') === true)) injected = await enable?.(siteName)
      isEnabled = true
      const accounts = await captured(member(injected, 'accounts'), 'get')?.()
      follow()
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
    speaks: (method) => Object.hasOwn(answers, method),
    request: async ({ method, params }: ProviderRequest) => {
      const answer = Object.hasOwn(answers, method) ? answers[method] : undefined
      if (!answer) throw cannot()
      try {
        return await answer(params)
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
 * Finds Polkadot extensions (`window.injectedWeb3`) until the signal aborts. None is asked for anything here: `enable`
 * is called for the one extension a person chose, with the site's name, never for all at once as `web3Enable` does.
 */
export function discoverInjectedWeb3(
  page: Window,
  siteName: string,
  clock: Clock,
  signal: AbortSignal,
  onChange: () => void,
): PageWallets {
  const wallets = collectPageWallets(onChange)
  const look = () => {
    const entries = member(page, 'injectedWeb3')
    for (const id of Object.keys(Object(entries))) {
      try {
        const entry = member(entries, id)
        if (typeof entry !== 'object' || entry === null || wallets.has(entry)) continue
        if (isOwnWallet(entry, id) || id === '' || id.length > 128 || !captured(entry, 'enable')) continue
        wallets.add(capture(entry, siteName), {
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
    look()
    const next = probesMs[at + 1]
    const waitMs = next === undefined ? laterMs : next - (probesMs[at] ?? 0)
    cancel = clock.after(waitMs, () => probe(at + 1))
  }
  probe(0)
  signal.addEventListener('abort', () => cancel())
  return wallets
}
