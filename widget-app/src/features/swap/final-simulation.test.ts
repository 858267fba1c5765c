import { expect, it } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { CallSimulation, ContractCall } from '#widget/chains/chain-adapter.ts'
import type { DecodedAmount, Fact } from '#widget/chains/request-facts.ts'
import { confirmSwapAtom } from './atoms/confirm-swap.ts'
import { nativeKey } from './draft.ts'
import { inBlock, openForm, openReview, stateOf } from './testing/open-swap.ts'
import { aggregated, router, transactionOf, usdcAddress, usdcKey } from './testing/swap-world.ts'

const amount = 100_000_000n
const thief = `0x${'66'.repeat(20)}`
const pays: DecodedAmount = { value: -amount, contract: usdcAddress }
const receives: DecodedAmount = { value: 10n ** 18n, contract: undefined }
const asAccepted: CallSimulation = { changes: [pays, receives], grants: [], isComplete: true }
const approves = (spender: string, value: bigint): Fact => ({
  ...({ is: 'approval', spender, isUnlimited: false } as const),
  figure: { value, contract: usdcAddress },
})

type Script = {
  /** Simulation of the approval and the swap; `undefined` if it is unavailable, an error if the node fails. */
  readonly run: (calls: readonly ContractCall[]) => CallSimulation | undefined | Error
  readonly isAllowed?: boolean
  readonly isBundle?: boolean
}

/** A swap of dollars for ether by an undecodable call; returns the requested steps. */
async function confirmSwap({ run, isAllowed = false, isBundle = false }: Script) {
  const requestedSteps: string[] = []
  let allowed = isAllowed
  const nameOf = ({ to }: ContractCall) => (to === usdcAddress ? 'approve' : 'swap')
  const world = openForm(
    { allowance: () => (allowed ? amount : 0n), build: aggregated },
    {
      simulate: async (calls) => {
        const outcome = run(calls)
        if (outcome instanceof Error) throw outcome
        return outcome
      },
      send: async (_, call) => {
        requestedSteps.push(nameOf(call))
        return transactionOf(`0x0${requestedSteps.length}`)
      },
      bundles: {
        isSupported: async () => isBundle,
        send: async (_, calls) => {
          requestedSteps.push(calls.map(nameOf).join('+'))
          throw new ProviderRpcError(4001, 'No')
        },
        verify: async () => ({ verdict: 'verified', added: [] }),
      },
    },
    {
      waitForTransaction: async () => {
        allowed = true
        return inBlock
      },
    },
  )
  await openReview(world, usdcKey, nativeKey, '100')
  await world.store.set(confirmSwapAtom)
  return { asked: requestedSteps, state: stateOf(world) }
}

const isSwap = ([call]: readonly ContractCall[]) => call?.to === router

const notAsAgreed = { is: 'failed', why: 'not-as-agreed' }

it.each<[name: string, swap: CallSimulation, setback: object]>([
  [
    'pays another token too',
    { ...asAccepted, changes: [pays, receives, { value: -1n, contract: thief }] },
    notAsAgreed,
  ],
  ['pays more', { ...asAccepted, changes: [{ ...pays, value: -amount - 1n }, receives] }, notAsAgreed],
  ['gives a right', { ...asAccepted, grants: [approves(thief, 1n)] }, notAsAgreed],
  ['allows its own contract more', { ...asAccepted, grants: [approves(router, 1n)] }, notAsAgreed],
  ['brings nothing', { ...asAccepted, changes: [pays] }, { is: 'failed', why: 'price-moved' }],
])('undecodable swap that now %s › stops before the prompt', async (_name, swap, failure) => {
  let runs = 0
  const { asked: requestedSteps, state } = await confirmSwap({
    isAllowed: true,
    run: () => {
      runs += 1
      return runs === 1 ? asAccepted : swap
    },
  })
  expect(runs).toBe(2)
  expect(requestedSteps).toEqual([])
  expect(state).toMatchObject({ is: 'stopped', failure })
})

it.each<[name: string, swap: CallSimulation | undefined | Error]>([
  ['as agreed', asAccepted],
  ['in part, without what comes', { ...asAccepted, changes: [pays], isComplete: false }],
  ['not at all', undefined],
  ['not, as the node fails', new Error('Away')],
])('swap simulated %s › is requested', async (_name, swap) => {
  const { asked: requestedSteps, state } = await confirmSwap({ isAllowed: true, run: () => swap })
  expect(requestedSteps).toEqual(['swap'])
  expect(state).toMatchObject({ is: 'submitted' })
})

it.each<[name: string, approval: CallSimulation, asked: readonly string[]]>([
  [
    'exactly the amount',
    { changes: [], grants: [approves(router, amount)], isComplete: true },
    ['approve', 'swap'],
  ],
  ['more than it says', { changes: [], grants: [approves(router, amount + 1n)], isComplete: true }, []],
  ['another spender', { changes: [], grants: [approves(thief, 1n)], isComplete: true }, []],
  ['and takes tokens', { changes: [pays], grants: [], isComplete: true }, []],
])('approval whose simulation allows %s › requested or not', async (_name, approval, steps) => {
  const { asked: requestedSteps } = await confirmSwap({
    run: (calls) => (isSwap(calls) ? asAccepted : approval),
  })
  expect(requestedSteps).toEqual(steps)
})

it.each<[name: string, run: CallSimulation, asked: readonly string[]]>([
  ['as agreed', { ...asAccepted, grants: [approves(router, amount)] }, ['approve+swap']],
  ['with another loss', { ...asAccepted, changes: [pays, receives, { value: -1n, contract: thief }] }, []],
])('bundle simulated %s › requested or not', async (_name, outcome, steps) => {
  const { asked: requestedSteps } = await confirmSwap({ isBundle: true, run: () => outcome })
  expect(requestedSteps).toEqual(steps)
})
