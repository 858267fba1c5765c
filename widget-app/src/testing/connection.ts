import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { alice, testWallet } from './world.ts'

/** The connection of the test wallet: Alice on Ethereum, unless `over` replaces members. Test only. */
export const testConnection = (over: Partial<Connection> = {}): Connection => ({
  namespace: 'eip155',
  walletId: 'ethereum:io.metamask',
  handle: testWallet().handle,
  walletName: 'MetaMask',
  icon: undefined,
  accounts: [alice],
  chain: parseChainId('eip155:1'),
  ...over,
})
