import { expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { handleDappRequestAtom } from '#widget/bridge/handle-dapp-request.ts'
import { connectWalletAtom } from '#widget/domain/connections/connection-actions.ts'
import { networkTableAtom } from '#widget/domain/networks/networks.ts'
import { testAdapter, testNetworks, testWallet, testWorld } from '#widget/testing/world.ts'
import { showPendingReviews } from './show-pending-reviews.ts'
import { described, plain, runs } from './testing/review-world.ts'

const ethereum = parseChainId('eip155:1')
/** A host that describes Ethereum itself, with a native currency of other decimals. */
const claimed: Network = {
  id: ethereum,
  name: 'Free testnet',
  nativeCurrency: { name: 'Points', symbol: 'POINTS', decimals: 36 },
}

it("N1 › host describes a bundled chain, table not loaded › widget's record is used", async () => {
  const used: Network[] = []
  const adapter = testAdapter({
    readRequest: async () => described(plain),
    readTokenMetadata: async (description, network) => {
      used.push(network)
      return description
    },
    simulate: async (_connection, _request, network) => {
      used.push(network)
      return runs(0n)
    },
  })
  const { store, clock } = testWorld({ wallets: [testWallet()], adapter, config: { networks: [claimed] } })
  showPendingReviews(store)
  expect(store.get(networkTableAtom).get(ethereum)).toBeUndefined()
  await store.set(connectWalletAtom, { walletId: 'ethereum:io.metamask' })
  const request = new AbortController()
  const pendingResult = store
    .set(handleDappRequestAtom, { method: 'eth_sendTransaction', params: [{}], signal: request.signal })
    .catch(() => undefined)
  await clock.advance(0)
  expect(used.length).toBeGreaterThan(1)
  expect(used.map(({ nativeCurrency }) => nativeCurrency)).toEqual(
    used.map(() => testNetworks[0]?.nativeCurrency),
  )
  request.abort()
  await pendingResult
})
