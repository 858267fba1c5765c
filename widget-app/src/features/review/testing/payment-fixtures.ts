import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import type { DecodedAmount, Fact } from '#widget/chains/request-facts.ts'
import type { Simulation } from '#widget/chains/simulation.ts'
import type { Review } from '#widget/domain/review-queue/reviews.ts'
import { ownConnection } from '../window-fixtures.ts'

const chain = parseChainId('eip155:1')
const usdc: Asset = {
  ...{ chain, address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
  ...{ symbol: 'USDC', name: 'USD Coin', decimals: 6 },
}
const ether: Asset = { chain, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
const shop = '0x00000000009726632680FB29d3F7A9734E3010E2'
const price = 12_500_000n
const feeWei = 42_000_000_000_000n
const dollars = (value: bigint): DecodedAmount => ({ asset: usdc, value, contract: usdc.address })

/** A payment of 12.50 USDC. Test only. */
export const payment: readonly Fact[] = [
  { is: 'transfer', from: undefined, to: shop, figure: dollars(price) },
  { is: 'term', name: 'fee', figure: { asset: ether, value: feeWei, contract: undefined } },
]

const simulation: Simulation = {
  ...{ is: 'runs', changes: [{ figure: dollars(-price) }], fee: feeWei, grants: [], isPartial: false },
}

/** What the review of it shows. Test only. */
export const paymentStages: readonly (readonly [string, Partial<Review>])[] = [
  ['payment', { simulation }],
  [
    'payment whose limit failed',
    { simulation, connection: ownConnection, frame: { stage: 'failed', load: () => undefined } },
  ],
  ['payment that is checked again', { simulation, stage: { is: 'checking' } }],
]
