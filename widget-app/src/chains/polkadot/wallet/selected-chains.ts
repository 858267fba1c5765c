import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Unsubscribe } from '../../chain-adapter.ts'
import type { SharedAccounts } from './wallet-accounts.ts'

type Listener = (chain: ChainId, shared: SharedAccounts) => void

/** Notifies subscribers of a connection which chain was selected: these wallets never emit it. */
export type ChosenChains = {
  choose(handle: string, chain: ChainId, shared: SharedAccounts): void
  onChosen(handle: string, listener: Listener): Unsubscribe
}

export function chosenChains(): ChosenChains {
  const listeners = new Map<string, Set<Listener>>()
  return {
    choose: (handle, chain, shared) => {
      for (const listener of listeners.get(handle) ?? []) listener(chain, shared)
    },
    onChosen: (handle, listener) => {
      const own = listeners.get(handle) ?? new Set()
      listeners.set(handle, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0) listeners.delete(handle)
      }
    },
  }
}
