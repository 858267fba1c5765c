import { expect, it, onTestFinished } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { loadNetworksAtom } from '#widget/domain/networks/networks.ts'
import { beginTransactionAtom } from '#widget/domain/transactions/journal.ts'
import { alice, bob, testWallet, testWorld } from '#widget/testing/world.ts'
import { entryTextsAtom } from './atoms.ts'

const chain = parseChainId('eip155:1')
const connection: Connection = {
  namespace: 'eip155',
  walletId: 'ethereum:io.metamask',
  handle: testWallet().handle,
  ...{ walletName: 'MetaMask', icon: undefined, accounts: [alice], chain },
}

it.each([
  ['en', 1n, 30, '0.000000000000000000000000000001'],
  // R12: numbers follow the language of the widget's texts, not the host's locale.
  ['de', 1n, 30, '0.000000000000000000000000000001'],
  ['en', 1_234_567_890_123_456_789n, 18, '1.234567890123456789'],
  ['fr', 7n, 0, '7'],
])('transaction details › every digit of the amount (%s, %i, %i)', async (locale, value, decimals, whole) => {
  const { store } = testWorld({ config: { locale } })
  await store.set(loadNetworksAtom)
  const asset = { chain, address: `0x${'d'.repeat(40)}`, symbol: 'DUST', name: 'Dust', decimals }
  const id = store.set(beginTransactionAtom, connection, { from: alice, to: bob, asset, value })
  onTestFinished(store.sub(entryTextsAtom(id), () => undefined))
  expect(store.get(entryTextsAtom(id))).toMatchObject({ amount: whole, symbol: 'DUST' })
})
