import { describe, expect, it } from 'vitest'
import * as z from '#shared/zod.ts'
import type { PreparedRequest } from '#widget/chains/chain-adapter.ts'
import type { Fact } from '#widget/chains/request-facts.ts'
import type { Simulation } from '#widget/chains/simulation.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { bob } from '#widget/testing/world.ts'
import { described, reviewWorld, runs } from './testing/review-world.ts'

const most = 2n ** 256n - 1n
type Approval = Extract<Fact, { is: 'approval' }>
const approvalOf = (value: bigint, over: Partial<Approval> = {}): Approval => ({
  is: 'approval',
  spender: bob,
  figure: { value, contract: bob },
  isUnlimited: value === most,
  ...over,
})
const amountIn = (params: unknown): bigint => BigInt(z.parse(z.tuple([z.string()]), params)[0])

/** A host that requests an unlimited approval; `simulate` simulates each form, and `over` extends the node's responses. */
async function limitWorld(
  simulate: (amount: bigint) => Promise<Simulation> = async () => runs(0n),
  read: Partial<Approval> = {},
  over: Partial<Approval> = read,
) {
  const signed: bigint[] = []
  const simulated: bigint[] = []
  const prepared = (amount: bigint): PreparedRequest => ({
    request: { method: 'eth_sendTransaction', params: [String(amount)] },
    decode: async () => described(approvalOf(amount, read)),
    simulate: async () => {
      simulated.push(amount)
      return simulate(amount)
    },
    withLimit: prepared,
    requestWallet: async () => {
      signed.push(amount)
      return 'signed'
    },
  })
  const world = await reviewWorld({
    prepare: async () => prepared(most),
    readTokenMetadata: async ({ facts: [fact] }) =>
      described(approvalOf(fact?.is === 'approval' ? fact.figure.value : 0n, over)),
  })
  const pendingResult = world.sendRequest()
  await world.settle()
  const review = () => world.store.get(reviewsAtom)[0]
  const limit = async (amount: bigint) => {
    review()?.limit?.(amount)
    await world.settle()
  }
  return { ...world, pendingResult, signed, simulated, review, limit }
}

describe('an approval that the user lowers in its review', () => {
  it('R2 › lowered, then continued › the wallet receives what is shown', async () => {
    const world = await limitWorld()
    await world.limit(7n)
    expect(amountIn(world.review()?.request.params)).toBe(7n)
    expect(world.review()?.decoding).toEqual({ is: 'read', description: described(approvalOf(7n)) })
    expect(world.signed).toEqual([])
    await world.decideReview('approve')
    expect(await world.pendingResult).toBe('signed')
    expect(world.signed).toEqual([7n])
  })

  it('lowered › risks and simulation are those of the new request', async () => {
    const world = await limitWorld(async (amount) => runs(-amount))
    expect(world.review()?.risks).toContain('unlimited-approval')
    await world.limit(7n)
    expect(world.review()?.risks).not.toContain('unlimited-approval')
    expect(world.review()?.simulation).toEqual(runs(-7n))
    expect(world.stage()).toEqual({ is: 'deciding', changed: false })
  })

  it("first amount's simulation ends late › does not replace that of the second", async () => {
    let endFirst = (_simulation: Simulation) => {}
    const world = await limitWorld((amount) =>
      amount === most
        ? new Promise((resolve) => {
            endFirst = resolve
          })
        : Promise.resolve(runs(-amount)),
    )
    await world.limit(7n)
    endFirst(runs(-most))
    await world.settle()
    expect(world.review()?.simulation).toEqual(runs(-7n))
    await world.decideReview('approve')
    expect(world.signed).toEqual([7n])
  })

  it('lowered, then cancelled › no wallet request', async () => {
    const world = await limitWorld()
    await world.limit(7n)
    await world.decideReview('cancel')
    expect(await world.pendingResult).toMatchObject({ code: 4001 })
    expect(world.signed).toEqual([])
  })

  const either = { mayBeCollectible: true } as const
  it.each<[string, Partial<Approval>]>([
    ['may be of an NFT', either],
    ['is of an NFT as one endpoint reports', { ...either, reportedAs: 'collectible' }],
    ['is of an NFT', { collectible: 7n }],
  ])('approval that %s › there is no limit to set', async (_name, over) => {
    const world = await limitWorld(undefined, either, over)
    expect(world.review()?.limit).toBeUndefined()
    await world.decideReview('approve')
    expect(world.signed).toEqual([most])
  })

  it.each<[string, Partial<Approval>]>([
    ['one endpoint reports', { ...either, reportedAs: 'amount' }],
    ['two endpoints report', {}],
  ])('approval at a contract that %s to be a token › can be lowered', async (_name, over) => {
    const world = await limitWorld(undefined, either, over)
    await world.limit(7n)
    await world.decideReview('approve')
    expect(world.signed).toEqual([7n])
  })

  it("not lowered › the wallet receives the host's request", async () => {
    const world = await limitWorld()
    await world.decideReview('approve')
    expect(world.signed).toEqual([most])
  })
})
