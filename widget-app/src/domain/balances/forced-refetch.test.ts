import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nativeEvmAddress } from '#shared/api/price.ts'
import { accountId } from '#shared/caip/account-id.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { forcedTokenLimit } from '#shared/config/limits.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { networkTableAtom } from '#widget/domain/networks/networks.ts'
import { createOrderAtom, recordOrderAtom } from '#widget/domain/orders/orders.ts'
import { beginTransactionAtom, recordTransactionAtom } from '#widget/domain/transactions/journal.ts'
import { loadQueryEngineAtom, refetchQueriesAtom } from '#widget/lib/query.ts'
import { alice, bob, type TestResponse, testAdapter, testWallet, testWorld } from '#widget/testing/world.ts'
import { balancesAtom, nativeAsset } from './balances.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const mainnet = parseChainId('eip155:1')
const account = accountId(mainnet, alice)
const nativeTokenId = `${mainnet}:${nativeEvmAddress}`
const tokenId = (n: number) => `${mainnet}:0x${n.toString(16).padStart(40, 'a')}`
const row = (address?: string) => ({
  ...{ name: 'Some', symbol: 'SOME', chainId: mainnet, price: 1, ...(address && { address }) },
  quantity: { decimals: '18', numeric: '1' },
})
const asset = (id: string): Asset => {
  const [namespace = '', reference = '', address] = id.split(':')
  const chain = parseChainId(`${namespace}:${reference}`)
  return { chain, address, symbol: 'SOME', name: 'Some', decimals: 18 }
}

/** The balances of the account, and the tokens that each API call forced; undefined if it forced none. */
async function mountBalances(rows: readonly object[] = [row(), row(tokenId(1))]) {
  const api = { answer: (): TestResponse => ({ body: { balances: rows } }) }
  const forced: (readonly string[] | undefined)[] = []
  const world = testWorld({
    adapter: testAdapter({ nativeBalance: async () => 7n }),
    routes: {
      '/v1/supported-chains': () => ({ body: { http: [mainnet], ws: [] } }),
      [`/v1/account/${alice}/balance`]: (url) => {
        forced.push(url.searchParams.get('forceUpdate')?.split(','))
        return api.answer()
      },
    },
  })
  const { store, clock } = world
  await store.set(loadQueryEngineAtom)
  store.set(openModalAtom)
  store.sub(balancesAtom(account), () => undefined)
  const advance = async (ms = 2_000) => {
    await vi.advanceTimersByTimeAsync(ms)
    await clock.advance(ms)
    for (let round = 0; round < 5; round += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(0)
    }
  }
  await advance()
  await advance()
  expect(forced).toEqual([undefined])
  const refresh = async () => {
    void store.set(balancesAtom(account))
    await advance()
  }
  return { ...world, api, forced, turn: advance, refresh }
}

describe('forced balance refetch (SPEC §7, forceUpdate)', () => {
  it('refresh › forces the native currency and every known token, once', async () => {
    const { forced, refresh, store, turn: advance } = await mountBalances()
    await refresh()
    expect(forced.slice(1)).toEqual([[nativeTokenId, tokenId(1)]])
    void store.set(refetchQueriesAtom, 'balances')
    await advance()
    expect(forced.slice(2)).toEqual([undefined])
  })

  it('transaction settled › forces the assets it moved, unknown ones too, first', async () => {
    const { forced, store, turn: advance } = await mountBalances()
    const network = store.get(networkTableAtom).get(mainnet)
    if (!network) throw new Error('Ethereum is known')
    const connection = await testAdapter().connect(testWallet(), { silent: false })
    const transfer = { from: alice, to: bob, asset: nativeAsset(network), value: 1n }
    const gets = asset(tokenId(9))
    const id = store.set(beginTransactionAtom, connection, transfer, { is: 'swap', gets, atLeast: 1n })
    const transaction = { chain: mainnet, from: alice, hash: '0x1', nonce: 1 }
    store.set(recordTransactionAtom, id, { is: 'submitted', transaction })
    await advance()
    expect(forced).toHaveLength(1)
    const status = { is: 'confirmed', hash: '0x1', block: 1n, fee: 1n } as const
    store.set(recordTransactionAtom, id, { is: 'followed', status })
    await advance()
    expect(forced.slice(1)).toEqual([[nativeTokenId, tokenId(9), tokenId(1)]])
  })

  it('order delivered › forces the delivered asset', async () => {
    const { forced, store, turn: advance } = await mountBalances()
    store.set(createOrderAtom, {
      ...{ id: 'one', kind: 'buy', provider: { id: 'p', name: 'P' }, to: alice, url: 'https://p.example' },
      ...{ asset: asset(tokenId(9)), expected: 1n },
    })
    store.set(recordOrderAtom, 'one', { is: 'arrived', hash: '0x1', value: 1n })
    await advance()
    expect(forced.slice(1)).toEqual([[nativeTokenId, tokenId(9), tokenId(1)]])
  })

  it('API fails › the forced refetch stays pending', async () => {
    const { api, forced, refresh, store, turn: advance } = await mountBalances()
    const { answer: response } = api
    api.answer = () => ({ status: 400 })
    await refresh()
    api.answer = response
    void store.set(refetchQueriesAtom, 'balances')
    await advance()
    expect(forced.slice(1)).toEqual([
      [nativeTokenId, tokenId(1)],
      [nativeTokenId, tokenId(1)],
    ])
  })

  it('more than fifty tokens › fifty are forced', async () => {
    const rows = [row(), ...Array.from({ length: 80 }, (_, n) => row(tokenId(n)))]
    const { forced, refresh } = await mountBalances(rows)
    await refresh()
    expect(forced[1]).toHaveLength(forcedTokenLimit)
  })
})
