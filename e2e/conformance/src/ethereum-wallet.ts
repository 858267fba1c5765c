import * as z from 'zod/mini'
import type { View } from './library-dapp.ts'

/** How our wallet is found among those that announce themselves. */
export const ownRdns = 'app.drawbridge'

/** What every library expects of a wallet of Ethereum (EIP-1193). */
export type Provider = {
  request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): unknown
}

/** Whether a wallet's announcement really holds one. */
export const isProvider = (value: unknown): value is Provider =>
  typeof Reflect.get(Object(value), 'request') === 'function'

const announcement = z.object({
  info: z.object({ rdns: z.string() }),
  provider: z.custom<Provider>(isProvider),
})
const accountList = z.array(z.string())

/** The wallet of an rdns, as a page without a library for it finds it: it asks, and listens (EIP-6963). */
export function announcedWallet(rdns: string): Promise<Provider> {
  return new Promise((resolve) => {
    addEventListener('eip6963:announceProvider', (event) => {
      const { info, provider } = z.parse(announcement, Reflect.get(event, 'detail'))
      if (info.rdns === rdns) resolve(provider)
    })
    dispatchEvent(new Event('eip6963:requestProvider'))
  })
}

/** Follows accounts and network by the wallet's own events, which libraries without state leave to the page. */
export async function followWallet(provider: Provider, show: (view: View) => void): Promise<void> {
  let view: View = { accounts: [] }
  const tell = (news: Partial<View>) => {
    view = { ...view, ...news }
    show(view)
  }
  provider.on('accountsChanged', (accounts) => tell({ accounts: z.parse(accountList, accounts) }))
  provider.on('chainChanged', (chain) => tell({ chain: String(Number(chain)) }))
  provider.on('disconnect', () => tell({ accounts: [] }))
  tell({ accounts: z.parse(accountList, await provider.request({ method: 'eth_accounts' })) })
}
