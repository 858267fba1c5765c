import { expect, it, onTestFinished, vi } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { ordersAtom } from '#widget/domain/orders/orders.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { testAdapter, testWorld } from '#widget/testing/world.ts'
import { selectAssetAtom, startDepositAtom } from './atoms/actions.ts'
import { draftAtom } from './atoms/draft.ts'
import { assetsAtom } from './atoms/exchange-list.ts'
import { depositPageAtom } from './atoms/exchange-page.ts'
import { problemAtom } from './atoms/form.ts'
import { type ExchangeCall, exchangeOptions, fakeWindows } from './testing/exchange-world.ts'

const solana = parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
const account = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const network = {
  ...{ id: solana, name: 'Solana' },
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
}
const assetEntry = (asset: string, symbol: string, decimals: number) => ({
  ...{ network: solana, asset },
  metadata: { name: symbol, symbol, decimals },
})

it('Solana account › requests use its CAIP ids and the decimals of mint and network', async () => {
  const calls: ExchangeCall[] = []
  const assets = { solana: [assetEntry(mint, 'USDC', 18), assetEntry('native', 'SOL', 18)] }
  const world = testWorld(
    exchangeOptions({
      calls,
      service: { assets: () => ({ body: { exchangeId: 'reown_test', assets } }) },
      over: {
        bundledNetworks: [network],
        openWindow: fakeWindows().open,
        config: { platforms: ['solana'], networks: [solana], features: { payWithExchange: true } },
        adapter: testAdapter({
          namespace: 'solana',
          nativeBalance: async () => 0n,
          // The chain does not store token names.
          tokenBalances: async (_account, { id }, tokens) =>
            tokens.map((address) => ({
              asset: { chain: id, address, symbol: 'EPjF…Dt1v', name: 'EPjF…Dt1v', decimals: 6 },
              value: 0n,
            })),
        }),
      },
    }),
  )
  const connection = testConnection({ namespace: 'solana', accounts: [account], chain: solana })
  world.store.set(dispatchConnectionEventAtom, 'solana', { is: 'succeeded', connection })
  world.store.set(openModalAtom)
  world.store.set(viewStackAtom, { to: 'push', view: { name: 'PayWithExchange' } })
  for (const one of [problemAtom, depositPageAtom]) onTestFinished(world.store.sub(one, () => undefined))
  const waitUntil = (assertion: () => void) =>
    vi.waitFor(
      async () => {
        await world.clock.advance(50)
        assertion()
      },
      { timeout: 5_000, interval: 10 },
    )
  const startDeposit = async (amount: string) => {
    world.store.set(draftAtom, { amount })
    await waitUntil(() => expect(world.store.get(depositPageAtom).is).toBe('ready'))
    world.store.set(startDepositAtom)
  }
  await waitUntil(() => expect(world.store.get(assetsAtom).is).toBe('ready'))
  await startDeposit('25')
  world.store.set(selectAssetAtom, 'native')
  await startDeposit('0.5')

  const payUrlCalls = calls.filter(({ method }) => method === 'reown_getExchangePayUrl')
  expect(payUrlCalls.map(({ params }) => [params.asset, params.recipient])).toEqual([
    [`${solana}/token:${mint}`, `${solana}:${account}`],
    [`${solana}/slip44:501`, `${solana}:${account}`],
  ])
  expect(world.store.get(ordersAtom)).toMatchObject([
    { to: account, expected: 500_000_000n, asset: { symbol: 'SOL', decimals: 9 } },
    { to: account, expected: 25_000_000n, asset: { address: mint, symbol: 'USDC', decimals: 6 } },
  ])
})
