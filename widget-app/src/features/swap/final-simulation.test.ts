import { expect, it } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { CallRun, ContractCall } from '#widget/chains/chain-adapter.ts'
import type { DecodedAmount, Fact } from '#widget/chains/request-facts.ts'
import { nativeKey } from './draft.ts'
import { confirmSwapAtom } from './plan/confirm-swap.ts'
import { inBlock, opened, reviewing, stateOf } from './testing/open-swap.ts'
import { aggregated, router, transactionOf, usdcAddress, usdcKey } from './testing/swap-world.ts'

const amount = 100_000_000n
const thief = `0x${'66'.repeat(20)}`
const pays: DecodedAmount = { value: -amount, contract: usdcAddress }
const brings: DecodedAmount = { value: 10n ** 18n, contract: undefined }
const asAgreed: CallRun = { changes: [pays, brings], grants: [], isWhole: true }
const allows = (spender: string, value: bigint): Fact => ({
  ...({ is: 'approval', spender, isUnlimited: false } as const),
  figure: { value, contract: usdcAddress },
})

type Script = {
  /** Simulation of the approval and the swap; `undefined` if it is unavailable, an error if the node fails. */
  readonly run: (calls: readonly ContractCall[]) => CallRun | undefined | Error
  readonly isAllowed?: boolean
  readonly isBundle?: boolean
}

/** A swap of dollars for ether by an undecodable call; returns the requested steps. */
async function swapping({ run, isAllowed = false, isBundle = false }: Script) {
  const asked: string[] = []
  let allowed = isAllowed
  const nameOf = ({ to }: ContractCall) => (to === usdcAddress ? 'approve' : 'swap')
  const world = opened(
    { allowance: () => (allowed ? amount : 0n), build: aggregated },
    {
      run: async (calls) => {
        const outcome = run(calls)
        if (outcome instanceof Error) throw outcome
        return outcome
      },
      send: async (_, call) => {
        asked.push(nameOf(call))
        return transactionOf(`0x0${asked.length}`)
      },
      bundles: {
        isSupported: async () => isBundle,
        send: async (_, calls) => {
          asked.push(calls.map(nameOf).join('+'))
          throw new ProviderRpcError(4001, 'No')
        },
        verify: async () => ({ verdict: 'verified', added: [] }),
      },
    },
    {
      follow: async () => {
        allowed = true
        return inBlock
      },
    },
  )
  await reviewing(world, usdcKey, nativeKey, '100')
  await world.store.set(confirmSwapAtom)
  return { asked, state: stateOf(world) }
}

const isSwap = ([call]: readonly ContractCall[]) => call?.to === router

const notAgreed = { is: 'failed', why: 'not-as-agreed' }

it.each<[name: string, swap: CallRun, setback: object]>([
  [
    'pays another token too',
    { ...asAgreed, changes: [pays, brings, { value: -1n, contract: thief }] },
    notAgreed,
  ],
  ['pays more', { ...asAgreed, changes: [{ ...pays, value: -amount - 1n }, brings] }, notAgreed],
  ['gives a right', { ...asAgreed, grants: [allows(thief, 1n)] }, notAgreed],
  ['allows its own contract more', { ...asAgreed, grants: [allows(router, 1n)] }, notAgreed],
  ['brings nothing', { ...asAgreed, changes: [pays] }, { is: 'failed', why: 'price-moved' }],
])('undecodable swap that now %s › stops before the prompt', async (_name, swap, setback) => {
  let runs = 0
  const { asked, state } = await swapping({
    isAllowed: true,
    run: () => {
      runs += 1
      return runs === 1 ? asAgreed : swap
    },
  })
  expect(runs).toBe(2)
  expect(asked).toEqual([])
  expect(state).toMatchObject({ is: 'stopped', setback })
})

it.each<[name: string, swap: CallRun | undefined | Error]>([
  ['as agreed', asAgreed],
  ['in part, without what comes', { ...asAgreed, changes: [pays], isWhole: false }],
  ['not at all', undefined],
  ['not, as the node fails', new Error('Away')],
])('swap simulated %s › is requested', async (_name, swap) => {
  const { asked, state } = await swapping({ isAllowed: true, run: () => swap })
  expect(asked).toEqual(['swap'])
  expect(state).toMatchObject({ is: 'submitted' })
})

it.each<[name: string, approval: CallRun, asked: readonly string[]]>([
  [
    'exactly the amount',
    { changes: [], grants: [allows(router, amount)], isWhole: true },
    ['approve', 'swap'],
  ],
  ['more than it says', { changes: [], grants: [allows(router, amount + 1n)], isWhole: true }, []],
  ['another spender', { changes: [], grants: [allows(thief, 1n)], isWhole: true }, []],
  ['and takes tokens', { changes: [pays], grants: [], isWhole: true }, []],
])('approval whose simulation allows %s › requested or not', async (_name, approval, steps) => {
  const { asked } = await swapping({ run: (calls) => (isSwap(calls) ? asAgreed : approval) })
  expect(asked).toEqual(steps)
})

it.each<[name: string, run: CallRun, asked: readonly string[]]>([
  ['as agreed', { ...asAgreed, grants: [allows(router, amount)] }, ['approve+swap']],
  ['with another loss', { ...asAgreed, changes: [pays, brings, { value: -1n, contract: thief }] }, []],
])('bundle simulated %s › requested or not', async (_name, outcome, steps) => {
  const { asked } = await swapping({ isBundle: true, run: () => outcome })
  expect(asked).toEqual(steps)
})
