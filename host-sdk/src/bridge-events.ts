import type { ChainId } from '../../shared/caip/chain-id.ts'
import type { AccountEntry, BridgeState, ConnectionStatus } from '../../shared/channel/entries.ts'
import type { BridgeWallet } from './bridge-wallets.ts'

/** Events of `bridge.subscribe`, each with the whole present value. A late subscriber is told the present value at once. */
export type BridgeEvents = {
  /** Anything below changed. */
  state: BridgeState
  /** The modal opened or closed. */
  open: boolean
  /** disconnected, connecting or connected (SPEC §4). */
  status: ConnectionStatus
  accounts: readonly AccountEntry[]
  /** The chosen networks, one per connected namespace. */
  chains: readonly ChainId[]
  /** Wallets found in the page, and those connected by other means. */
  wallets: readonly BridgeWallet[]
  /** A developer-facing alert of SPEC §8, such as APKT002. Not replayed. */
  alert: { readonly code: string; readonly message: string }
}

type Listener<Name extends keyof BridgeEvents> = (value: BridgeEvents[Name]) => void

export type Emitter = {
  subscribe<Name extends keyof BridgeEvents>(name: Name, listener: Listener<Name>): () => void
  emit<Name extends keyof BridgeEvents>(name: Name, value: BridgeEvents[Name]): void
}

/** `present` answers late subscribers; nothing for what is not replayed. One listener's fault is reported to the page's console and does not reach the others. */
export function makeEmitter(
  present: { readonly [Name in keyof BridgeEvents]: () => BridgeEvents[Name] | undefined },
): Emitter {
  const listeners: { [Name in keyof BridgeEvents]: Set<Listener<Name>> } = {
    state: new Set(),
    open: new Set(),
    status: new Set(),
    accounts: new Set(),
    chains: new Set(),
    wallets: new Set(),
    alert: new Set(),
  }
  const tell = <Value>(listener: (value: Value) => void, value: Value) => {
    try {
      listener(value)
    } catch (error) {
      reportError(error)
    }
  }
  return {
    subscribe: (name, listener) => {
      listeners[name].add(listener)
      const value = present[name]()
      if (value !== undefined) tell(listener, value)
      return () => {
        listeners[name].delete(listener)
      }
    },
    emit: (name, value) => {
      for (const listener of [...listeners[name]]) tell(listener, value)
    },
  }
}
