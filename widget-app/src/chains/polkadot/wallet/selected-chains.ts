import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Unsubscribe } from '../../chain-adapter.ts'
import type { SharedAccounts } from './wallet-accounts.ts'

type Listener = (chain: ChainId, shared: SharedAccounts) => void

/** Notifies subscribers of a connection which chain was selected: these wallets never emit it. */
export type SelectedChains = {
  select(handle: string, chain: ChainId, shared: SharedAccounts): void
  onSelected(handle: string, listener: Listener): Unsubscribe
}

export function createSelectedChains(): SelectedChains {
  const listeners = new Map<string, Set<Listener>>()
  return {
    select: (handle, chain, shared) => {
      for (const listener of listeners.get(handle) ?? []) listener(chain, shared)
    },
    onSelected: (handle, listener) => {
      const subscribers = listeners.get(handle) ?? new Set()
      listeners.set(handle, subscribers.add(listener))
      return () => {
        subscribers.delete(listener)
        if (subscribers.size === 0) listeners.delete(handle)
      }
    },
  }
}
