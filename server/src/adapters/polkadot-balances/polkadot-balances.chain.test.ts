import { encodeAddress } from '@polkadot/util-crypto/address'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { polkadotDevAccount } from '../../../../e2e/stack/chains/polkadot/dev-account.ts'
import {
  polkadotChainId,
  polkadotCurrency,
  polkadotUsdt,
} from '../../../../e2e/stack/chains/polkadot/local-genesis.ts'
import {
  type PolkadotNode,
  polkadotReady,
  startPolkadot,
} from '../../../../e2e/stack/chains/polkadot/start-polkadot.ts'
import { freePort } from '../../../../e2e/stack/ports.ts'
import { nodeRpc } from '../../chain-clients/testing/node-rpc.ts'
import { createPolkadotBalances } from './polkadot-balances.ts'

const { address } = polkadotDevAccount('balances')
let node: PolkadotNode
beforeAll(async () => {
  node = startPolkadot({ port: await freePort(), accounts: [address] })
  await polkadotReady(node)
})
afterAll(() => node.stop())

const source = () =>
  createPolkadotBalances(nodeRpc({ [polkadotChainId]: node.rpcUrl }), [
    {
      chainId: polkadotChainId,
      native: polkadotCurrency,
      assets: [polkadotUsdt, { ...polkadotUsdt, id: 7 }],
    },
  ])

it('account of an asset hub › native currency and its token', async () => {
  expect(await source().balances(polkadotChainId, address, [])).toEqual([
    { chainId: polkadotChainId, ...polkadotCurrency, amount: 10_000n * 10n ** 12n },
    {
      ...{ chainId: polkadotChainId, tokenId: `${polkadotChainId}:1984`, name: 'Tether USD', symbol: 'USDt' },
      ...{ decimals: 6, amount: 1_000_000n * 10n ** 6n },
    },
  ])
})

it('account unknown to the chain › native currency of zero', async () => {
  const unknownAddress = encodeAddress(crypto.getRandomValues(new Uint8Array(32)), 0)
  expect(await source().balances(polkadotChainId, unknownAddress, [])).toEqual([
    { chainId: polkadotChainId, ...polkadotCurrency, amount: 0n },
  ])
})
