import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react'
import type { AccountEntry } from '../../../shared/channel/records/entries.ts'
import type { WidgetEvent } from '../../../shared/channel/records/widget-event.ts'
import type { BridgeWallet } from '../bridge-wallets.ts'
import type { Drawbridge } from '../drawbridge.ts'

const BridgeContext = createContext<Drawbridge | undefined>(undefined)

/**
 * Provides a bridge to the hooks below it. Create the bridge outside React, once, on the server too. Nested providers:
 * the nearest one applies.
 * @example const bridge = createDrawbridge(options) const App = () => <DrawbridgeProvider bridge={bridge}><Shop
 * /></DrawbridgeProvider>
 */
export function DrawbridgeProvider(props: {
  readonly bridge: Drawbridge
  readonly children?: ReactNode
}): ReactElement {
  return createElement(BridgeContext.Provider, { value: props.bridge }, props.children)
}

/** The bridge of the nearest provider. Throws an Error outside of one. */
export function useDrawbridge(): Drawbridge {
  const bridge = useContext(BridgeContext)
  if (bridge) return bridge
  throw new Error('This hook needs a <DrawbridgeProvider> around it')
}

/** Compares two entries by value; their functions are equivalent by definition. */
const isSameEntry = (one: object, other: object): boolean => {
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => {
      const [left, right]: unknown[] = [Reflect.get(one, key), Reflect.get(other, key)]
      return Object.is(left, right) || (typeof left === 'function' && typeof right === 'function')
    })
  )
}

/** Creates a getter that returns the previous list while no entry has changed, as React requires of snapshots. */
function createStableGetter<Entry extends object>(read: () => readonly Entry[]): () => readonly Entry[] {
  let last: readonly Entry[] = []
  return () => {
    const now = read()
    const isSame =
      now.length === last.length &&
      now.every((entry, at) => {
        const before = last[at]
        return before !== undefined && isSameEntry(entry, before)
      })
    if (!isSame) last = now
    return last
  }
}

/** On a server, and during hydration, no account is connected. */
const nothing: readonly never[] = []
const onServer = () => nothing

function useEntries<Entry extends object>(
  event: 'accounts' | 'wallets',
  select: (bridge: Drawbridge) => readonly Entry[],
): readonly Entry[] {
  const bridge = useDrawbridge()
  const snapshot = useMemo(() => createStableGetter(() => select(bridge)), [bridge, select])
  const subscribe = useCallback((onChange: () => void) => bridge.subscribe(event, onChange), [bridge, event])
  return useSyncExternalStore(subscribe, snapshot, onServer)
}

const accountsOf = (bridge: Drawbridge) => bridge.accounts
const walletsOf = (bridge: Drawbridge) => bridge.wallets

/** The connected accounts; the component renders again when they change. Empty on a server. */
export function useAccounts(): readonly AccountEntry[]
/** The same for accounts of another entry: `useAccounts(viemAccounts)`, `useAccounts(polkadotAccounts)`. */
export function useAccounts<Account extends AccountEntry>(
  read: (bridge: Drawbridge) => readonly Account[],
): readonly Account[]
export function useAccounts(
  read: (bridge: Drawbridge) => readonly AccountEntry[] = accountsOf,
): readonly AccountEntry[] {
  return useEntries('accounts', read)
}

/** Wallets discovered in the page and those connected otherwise; renders again when they change. Empty on a server. */
export const useWallets = (): readonly BridgeWallet[] => useEntries('wallets', walletsOf)

/** Subscribes to the widget's events while the component is mounted. Pass a stable function to avoid resubscriptions. */
export function useWidgetEvents(listener: (event: WidgetEvent) => void): void {
  const bridge = useDrawbridge()
  useEffect(() => bridge.subscribe('event', listener), [bridge, listener])
}
