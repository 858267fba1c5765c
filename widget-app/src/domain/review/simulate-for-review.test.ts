import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { PreparedRequest } from '#widget/chains/chain-adapter.ts'
import type { Fact } from '#widget/chains/request-facts.ts'
import type { Simulation } from '#widget/chains/simulation.ts'
import type { SimulationState } from '#widget/domain/review-queue/reviews.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import {
  matchesShown,
  type SimulateResult,
  simulateForReview,
  startInitialSimulation,
} from './simulate-for-review.ts'

const chain = parseChainId('eip155:1')
const network = {
  id: chain,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
}
const runs: Extract<Simulation, { is: 'runs' }> = {
  is: 'runs',
  changes: [{ figure: { value: -5n, contract: undefined } }],
  fee: 1n,
  grants: [],
  isPartial: false,
}
const grant: Fact = {
  is: 'approval-for-all',
  operator: '0xb0b',
  collection: '0x1',
  isGranted: true,
}
const unavailable = { is: 'unavailable' } as const

function world(simulate?: PreparedRequest['simulate']) {
  const clock = fakeClock()
  const ports = { clock, network: async () => network }
  const prepared = {
    request: { method: 'eth_sendTransaction' },
    requestWallet: async () => undefined,
    ...(simulate ? { simulate } : {}),
  }
  return { clock, io: ports, prepared, controller: new AbortController() }
}

describe('simulateForReview', () => {
  it.each<[string, PreparedRequest['simulate'], SimulateResult]>([
    ['runs', async () => runs, runs],
    ['has nothing to run', async () => undefined, unavailable],
    ['is refused by the node', () => Promise.reject(new Error('no such method')), unavailable],
    ['has no simulation', undefined, unavailable],
  ])('R8 › request %s › its result', async (_name, simulate, outcome) => {
    const { io: ports, prepared, controller } = world(simulate)
    expect(await simulateForReview(ports, prepared, chain, 1_000, controller.signal)).toEqual(outcome)
  })

  it('R8 › node times out › unavailable, and the simulation is aborted', async () => {
    let inner: AbortSignal | undefined
    const {
      io: ports,
      prepared,
      controller,
      clock,
    } = world((_network, signal) => {
      inner = signal
      return new Promise(() => {})
    })
    const outcome = simulateForReview(ports, prepared, chain, 1_000, controller.signal)
    await clock.advance(1_000)
    expect(await outcome).toEqual(unavailable)
    expect(inner?.aborted).toBe(true)
  })

  it('cancelled › rejects with the reason', async () => {
    const { io: ports, prepared, controller } = world(() => new Promise(() => {}))
    const outcome = simulateForReview(ports, prepared, chain, 1_000, controller.signal)
    controller.abort(new Error('cancelled'))
    await expect(outcome).rejects.toThrow('cancelled')
  })
})

describe('startInitialSimulation', () => {
  it('R8 › in progress › shown as running until it ends', async () => {
    let end = (_outcome: Simulation) => {}
    const late = new Promise<Simulation>((resolve) => {
      end = resolve
    })
    const { io: ports, prepared, controller } = world(() => late)
    const results: SimulateResult[] = []
    const first = startInitialSimulation(
      ports,
      prepared,
      chain,
      (outcome) => results.push(outcome),
      controller.signal,
    )
    expect(first.shown()).toEqual({ is: 'running' })
    end(runs)
    expect(await first.done).toEqual(runs)
    expect(first.shown()).toEqual(runs)
    expect(results).toEqual([runs])
  })
})

describe('matchesShown', () => {
  it.each<[string, SimulationState, SimulateResult, boolean]>([
    ['nothing was shown yet', { is: 'running' }, runs, false],
    ['nothing was shown yet, and it cannot run', { is: 'running' }, unavailable, false],
    ['the same', runs, runs, true],
    ['it could not run before', unavailable, runs, false],
    ['it cannot run any more', runs, unavailable, false],
    ['it could never run', unavailable, unavailable, true],
    ['a right more', runs, { ...runs, grants: [grant] }, false],
    ['the same right', { ...runs, grants: [grant] }, { ...runs, grants: [grant] }, true],
    ['less is reported', runs, { ...runs, isPartial: true }, false],
    [
      'another token leaves',
      runs,
      { ...runs, changes: [{ figure: { value: -5n, contract: '0x1' } }] },
      false,
    ],
  ])('R8 › second simulation › %s › prompts again or not', (_name, results, now, isSame) => {
    expect(matchesShown(results, now)).toBe(isSame)
  })
})
