import { expect, test } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { type DiscoveredWallet, walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { connectWalletAtom } from '#widget/domain/connections/connection-actions.ts'
import { loadNetworksAtom } from '#widget/domain/networks/networks.ts'
import { testWallet, testWorld } from '#widget/testing/world.ts'
import { selectableNetworksAtom } from './selectable-networks.ts'

const session: DiscoveredWallet = {
  handle: 'wc:abc:eip155',
  namespace: 'eip155',
  source: 'walletconnect',
  name: 'Harbour',
  chains: [parseChainId('eip155:8453')],
}

test.each<[string, DiscoveredWallet, readonly string[]]>([
  ['a wallet of the page', testWallet(), ['eip155:1', 'eip155:8453']],
  ['a session', session, ['eip155:8453']],
])('%s › selectable networks', async (_, wallet, selectable) => {
  const { store, transport } = testWorld({ wallets: [wallet] })
  await store.set(loadNetworksAtom)
  const selectableIds = () => store.get(selectableNetworksAtom).map(({ id }) => id)
  expect(selectableIds()).toEqual(['eip155:1', 'eip155:8453'])
  await store.set(connectWalletAtom, { walletId: walletIdOf(wallet) })
  expect(selectableIds()).toEqual(selectable)
  transport.show([{ ...wallet, chains: [parseChainId('eip155:1')] }])
  expect(selectableIds()).toEqual(['eip155:1'])
})
