import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { RequestOptions } from '#widget/chains/chain-adapter.ts'
import type { Description, Fact } from '#widget/chains/request-facts.ts'
import type { Simulation } from '#widget/chains/simulation.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { acceptClick } from '#widget/lib/page/gated-click.ts'
import { alice, bob } from '#widget/testing/world.ts'
import { dappWorld } from '../testing/dapp-world.ts'

const usdc = `0x${'a0'.repeat(20)}`
const weth = `0x${'c0'.repeat(20)}`
const hash = (at: number) => `0x${String(at).repeat(64)}`
const calls = [
  { to: bob, data: '0x01' },
  { to: bob, data: '0x02' },
]
const bundle = { version: '2.0.0', chainId: '0x1', atomicRequired: false, calls }
const unknownCall: Fact = {
  ...{ is: 'unknown-call', to: bob, selector: undefined, figure: undefined },
  mayTake: true,
}

const paysFor = (value: bigint): Simulation => ({
  is: 'runs',
  changes: [{ figure: { value: -value, contract: usdc } }, { figure: { value: 5n, contract: weth } }],
  grants: [],
  moves: { sent: [], hasUnread: false },
  isPartial: false,
  fee: 1n,
})

/** A wallet without bundles; in the simulation the whole bundle pays 100, and the rest pays what a test sets. */
async function world({
  rest,
  mined = 0,
  onSent = () => {},
}: {
  readonly rest: Simulation
  readonly mined?: number
  readonly onSent?: (at: number) => void
}) {
  const runs: number[] = []
  const options: (RequestOptions | undefined)[] = []
  const sent: unknown[] = []
  const dapp = await dappWorld({
    adapter: {
      request: async (_connection, request, requestOptions) => {
        if (request.method !== 'eth_sendTransaction') throw new ProviderRpcError(4200, 'What?')
        options.push(requestOptions)
        sent.push(request.params)
        onSent(sent.length)
        return hash(sent.length)
      },
      readRequest: async (): Promise<Description> => ({
        chain: parseChainId('eip155:1'),
        account: alice,
        facts: [unknownCall],
      }),
      simulate: async (_connection, request) => {
        const params: readonly unknown[] = Array.isArray(request.params) ? request.params : []
        const [{ calls: run = [] } = {}] = params.map((one) => Object(one))
        runs.push(run.length)
        return sent.length === 0 ? paysFor(100n) : rest
      },
    },
    node: {
      eth_getTransactionReceipt: ([asked]) =>
        Number(String(asked).slice(2, 3)) <= mined ? { transactionHash: asked } : null,
    },
  })
  const result = dapp.sendRequest({ method: 'wallet_sendCalls', params: [bundle] })
  result.catch(() => undefined)
  return { ...dapp, answer: result, options, runs, sent }
}

type World = Awaited<ReturnType<typeof world>>

/** Decides the next review as soon as it is on screen. */
function decideNext({ store }: World, decision: 'approve' | 'cancel') {
  const [review] = store.get(reviewsAtom)
  review?.decide(decision === 'approve' ? acceptClick() : decision)
  return review
}

const advance = async (dapp: World) => {
  for (let at = 0; at < 50; at += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    await dapp.clock.advance(10)
  }
}

describe('reviewed bundle sent as single transactions', () => {
  it.each([
    ['none is in a block yet', 0, 2],
    ['the first is in a block', 1, 1],
  ])('%s › simulation of the rest as displayed › one review', async (_name, mined, left) => {
    const dapp = await world({ rest: paysFor(100n), mined })
    await advance(dapp)
    decideNext(dapp, 'approve')
    await advance(dapp)
    expect(dapp.store.get(reviewsAtom)).toEqual([])
    expect(await dapp.answer).toMatchObject({ id: expect.stringMatching(/^0x/) })
    expect(dapp.sent).toHaveLength(2)
    expect(dapp.options.map((requestOptions) => requestOptions?.isReviewed)).toEqual([true, true])
    expect(dapp.runs).toEqual([2, 2, left])
  })

  it('rest pays more now › the second call is reviewed › cancelled: not requested', async () => {
    const dapp = await world({ rest: paysFor(101n) })
    await advance(dapp)
    decideNext(dapp, 'approve')
    await advance(dapp)
    const second = decideNext(dapp, 'cancel')
    expect(second?.request).toEqual({
      method: 'eth_sendTransaction',
      params: [{ from: alice, to: bob, data: '0x02', chainId: '0x1' }],
    })
    expect(second?.simulation).toMatchObject({ changes: [{ figure: { value: -101n } }, {}] })
    expect(await dapp.answer).toMatchObject({ id: expect.stringMatching(/^0x/) })
    expect(dapp.sent).toHaveLength(1)
  })

  it('the account changed after the first › the second is not requested', async () => {
    const dapp = await world({
      rest: paysFor(100n),
      onSent: (at) => at === 1 && dapp.adapter.emit({ is: 'accounts', accounts: [bob, alice] }),
    })
    await advance(dapp)
    decideNext(dapp, 'approve')
    await advance(dapp)
    expect(await dapp.answer).toMatchObject({ id: expect.stringMatching(/^0x/) })
    expect(dapp.sent).toHaveLength(1)
    expect(dapp.store.get(reviewsAtom)).toEqual([])
  })
})
