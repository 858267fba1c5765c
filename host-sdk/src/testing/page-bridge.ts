import type { AccountEntry } from '../../../shared/channel/records/entries.ts'
import type { BridgeWallet } from '../bridge-wallets.ts'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { Drawbridge } from '../drawbridge.ts'

export type PageBridge = Drawbridge & {
  /** Sets what the widget reports, and calls the subscribers. */
  say(news: {
    accounts?: readonly AccountEntry[]
    wallets?: readonly Omit<BridgeWallet, 'connect' | 'disconnect'>[]
  }): void
  /** The number of current subscribers. */
  listeners(): number
}

/** Test only: an instance whose widget is the test. Each read creates new lists, as the real one does. */
export function pageBridge(): PageBridge {
  let accounts: readonly AccountEntry[] = []
  let wallets: readonly Omit<BridgeWallet, 'connect' | 'disconnect'>[] = []
  const listening = new Set<() => void>()
  const real = createDrawbridge({
    projectId: 'p',
    metadata: { name: 'Shop' },
    widgetUrl: 'https://w.example',
  })
  return Object.defineProperties(
    {
      ...real,
      accounts,
      wallets: [],
      subscribe: (_name, listener) => {
        const tell = () => Reflect.apply(listener, undefined, [undefined])
        listening.add(tell)
        tell()
        return () => void listening.delete(tell)
      },
      say: (news) => {
        accounts = news.accounts ?? accounts
        wallets = news.wallets ?? wallets
        for (const tell of [...listening]) tell()
      },
      listeners: () => listening.size,
    } satisfies PageBridge,
    {
      accounts: { get: () => accounts.map((account) => ({ ...account })) },
      wallets: {
        get: () =>
          wallets.map((wallet) => ({ ...wallet, connect: async () => {}, disconnect: async () => {} })),
      },
    },
  )
}
