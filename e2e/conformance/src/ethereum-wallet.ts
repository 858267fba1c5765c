import * as z from 'zod/mini'
import type { View } from './library-dapp.ts'

/** The widget's rdns among the announced wallets. */
export const widgetRdns = 'app.drawbridge'

/** The interface that every library expects of an Ethereum wallet (EIP-1193). */
export type Provider = {
  request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): unknown
}

/** True if an announcement contains a provider. */
export const isProvider = (value: unknown): value is Provider =>
  typeof Reflect.get(Object(value), 'request') === 'function'

const announcement = z.object({
  info: z.object({ rdns: z.string() }),
  provider: z.custom<Provider>(isProvider),
})
const accountList = z.array(z.string())

/** Discovers the wallet of an rdns without a library: requests announcements and subscribes to them (EIP-6963). */
export function announcedWallet(rdns: string): Promise<Provider> {
  return new Promise((resolve) => {
    addEventListener('eip6963:announceProvider', (event) => {
      const { info, provider } = z.parse(announcement, Reflect.get(event, 'detail'))
      if (info.rdns === rdns) resolve(provider)
    })
    dispatchEvent(new Event('eip6963:requestProvider'))
  })
}

/** Watches accounts and network by the wallet's events, for libraries without state. */
export async function watchWallet(provider: Provider, show: (view: View) => void): Promise<void> {
  let view: View = { accounts: [] }
  const update = (changes: Partial<View>) => {
    view = { ...view, ...changes }
    show(view)
  }
  provider.on('accountsChanged', (accounts) => update({ accounts: z.parse(accountList, accounts) }))
  provider.on('chainChanged', (chain) => update({ chain: String(Number(chain)) }))
  provider.on('disconnect', () => update({ accounts: [] }))
  update({ accounts: z.parse(accountList, await provider.request({ method: 'eth_accounts' })) })
}
