import type { BridgeState } from '../../shared/channel/records/entries.ts'

/** The state before the widget has reported any. */
export const initialState: BridgeState = {
  open: false,
  loading: false,
  status: 'disconnected',
  statuses: {},
  chains: [],
  accounts: [],
  wallets: [],
}
