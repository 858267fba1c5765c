import { expect, it, onTestFinished, vi } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { testWorld } from '#widget/testing/world.ts'
import { selectMaxAtom } from './atoms/actions.ts'
import { draftAtom } from './atoms/draft.ts'
import { amountAtom } from './atoms/form.ts'
import { availableAtom } from './atoms/texts.ts'
import { scriptedAdapter } from './testing/send-world.ts'

const chain = parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
const address = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const holder = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const entry = (symbol: string, decimals: string, numeric: string, mint?: string) => ({
  ...{ name: symbol, symbol, chainId: chain, price: '1', quantity: { decimals, numeric } },
  ...(mint === undefined ? {} : { address: `${chain}:${mint}` }),
})

it.each([
  ['amounts that the chain displays', '250', { displayed: 2_500_000_000n }, '250'],
  ['amounts that the chain moves', '100', { displayed: 2_500_000_000n }, '250'],
  ['amounts of a plain token', '100', {}, '100'],
])(
  'API lists the token with %s › select › shows the chain’s amounts',
  async (_name, listedAmount, over, shown) => {
    const asset = { chain, address, symbol: 'SCL', name: 'Scaled', decimals: 2, ...over }
    const { store } = testWorld({
      clock: fakeClock(Date.now()),
      config: {
        platforms: ['solana'],
        networks: [
          { id: chain, name: 'Solana', nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 } },
        ],
      },
      routes: {
        '/v1/supported-chains': () => ({ body: { http: [chain], ws: [] } }),
        [`/v1/account/${holder}/balance`]: () => ({
          body: { balances: [entry('SOL', '9', '1'), entry('SCL', '2', listedAmount, address)] },
        }),
      },
      adapter: scriptedAdapter({
        namespace: 'solana',
        tokenBalances: async () => [{ asset, value: 10_000n }],
      }),
    })
    const connection = testConnection({ namespace: 'solana', accounts: [holder], chain })
    store.set(dispatchConnectionEventAtom, 'solana', { is: 'succeeded', connection })
    store.set(openModalAtom)
    store.set(viewStackAtom, { to: 'push', view: { name: 'WalletSend', assetAddress: address } })
    store.set(draftAtom, { asset: { chain, address } })
    for (const one of [availableAtom, amountAtom]) onTestFinished(store.sub(one, () => undefined))
    await vi.waitFor(() => expect(store.get(availableAtom)).toBe(shown))
    store.set(selectMaxAtom)
    expect(store.get(amountAtom)).toEqual({ is: 'amount', value: 10_000n })
  },
)
