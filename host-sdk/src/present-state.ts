import type { BridgeState } from '../../shared/channel/entries.ts'

/** The state before the widget has said anything. */
export const initialState: BridgeState = {
  open: false,
  loading: false,
  status: 'disconnected',
  chains: [],
  accounts: [],
  wallets: [],
}

/** The reference of the chosen network in a namespace: `1` for `eip155:1`. */
export const addressedChain = (state: BridgeState, namespace: string): string | undefined =>
  state.chains.find((chain) => chain.startsWith(`${namespace}:`))?.slice(namespace.length + 1)
