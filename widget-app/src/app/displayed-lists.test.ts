import { expect, it, onTestFinished, vi } from 'vitest'
import { accountId } from '#shared/caip/account-id.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { toPriced } from '#widget/domain/balances/sort-by-fiat-value.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { portfolioAtom } from '#widget/features/account/atoms.ts'
import { listedTokensAtom } from '#widget/features/send/atoms/selected-asset.ts'
import { tokenTextsAtom } from '#widget/features/send/atoms/texts.ts'
import { scriptedAdapter } from '#widget/features/send/testing/send-world.ts'
import { swapTokensAtom } from '#widget/features/swap/atoms/tokens.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { type TestWorld, testWorld } from '#widget/testing/world.ts'

const chain = parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
const address = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const holder = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const entry = (symbol: string, decimals: string, numeric: string, mint?: string) => ({
  ...{ name: symbol, symbol, chainId: chain, price: '1', quantity: { decimals, numeric } },
  ...(mint === undefined ? {} : { address: `${chain}:${mint}` }),
})
const scaled = { chain, address, symbol: 'SCL', name: 'Scaled', decimals: 2 }

/** A wallet whose token the API lists as 100; the chain's response is the parameter. */
function opened(tokenBalances: () => Promise<readonly { asset: typeof scaled; value: bigint }[]>): TestWorld {
  const world = testWorld({
    clock: fakeClock(Date.now()),
    deploy: { swapNetworks: [chain] },
    config: {
      platforms: ['solana'],
      networks: [
        { id: chain, name: 'Solana', nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 } },
      ],
    },
    routes: {
      '/v1/supported-chains': () => ({ body: { http: [chain], ws: [] } }),
      [`/v1/account/${holder}/balance`]: () => ({
        body: { balances: [entry('SOL', '9', '1'), entry('SCL', '2', '100', address)] },
      }),
      '/v1/convert/tokens': () => ({
        body: { tokens: [{ ...scaled, address: `${chain}:${address}`, logoUri: '/tokens/scl.svg' }] },
      }),
    },
    adapter: scriptedAdapter({ namespace: 'solana', tokenBalances }),
  })
  const connection = testConnection({ namespace: 'solana', accounts: [holder], chain })
  world.store.set(dispatchConnectionEventAtom, 'solana', { is: 'succeeded', connection })
  world.store.set(openModalAtom)
  world.store.set(viewStackAtom, { to: 'push', view: { name: 'WalletSend' } })
  return world
}

/** What each list shows of the token, in base units of its decimals. */
function displayedAmounts({ store }: TestWorld) {
  const account = store.get(portfolioAtom(accountId(chain, holder)))
  const [, ownTokens] = account.is === 'ready' ? account.data.shown : []
  const [, offered] = store.get(listedTokensAtom).shown
  const swaps = store.get(swapTokensAtom)
  const swap = swaps.is === 'ready' ? swaps.data.find(({ asset }) => asset.address === address) : undefined
  return {
    account: ownTokens && toPriced(ownTokens).value,
    send: offered && store.get(tokenTextsAtom)(offered).balance,
    swap: swap && toPriced({ ...swap, value: swap.value ?? 0n }).value,
  }
}

it.each([
  [
    'displays two and a half times as much',
    async () => [{ asset: { ...scaled, displayed: 2_500_000_000n }, value: 10_000n }],
    { account: 25_000n, send: '250', swap: 25_000n },
  ],
  [
    'displays what it moves',
    async () => [{ asset: scaled, value: 7n }],
    { account: 10_000n, send: '100', swap: 10_000n },
  ],
  [
    'does not answer',
    () => Promise.reject(new Error('Away')),
    { account: 10_000n, send: '100', swap: 10_000n },
  ],
])('token that the API lists › chain %s › every list shows that number', async (_name, read, displayed) => {
  const world = opened(read)
  const { store } = world
  for (const one of [portfolioAtom(accountId(chain, holder)), listedTokensAtom, swapTokensAtom])
    onTestFinished(store.sub(one, () => undefined))
  await vi.waitFor(() => expect(displayedAmounts(world)).toEqual(displayed))
})
