import type { AccountEntry } from '../../../shared/channel/records/entries.ts'
import type { BridgeWallet } from '../bridge-wallets.ts'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { Drawbridge } from '../drawbridge.ts'

export type PageBridge = Drawbridge & {
  /** Sets what the widget reports, and calls the subscribers. */
  report(update: {
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
  const subscribers = new Set<() => void>()
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
        const notify = () => Reflect.apply(listener, undefined, [undefined])
        subscribers.add(notify)
        notify()
        return () => void subscribers.delete(notify)
      },
      report: (update) => {
        accounts = update.accounts ?? accounts
        wallets = update.wallets ?? wallets
        for (const notify of [...subscribers]) notify()
      },
      listeners: () => subscribers.size,
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
