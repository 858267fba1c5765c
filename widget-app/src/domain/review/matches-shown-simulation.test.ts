import { describe, expect, it } from 'vitest'
import type { Network } from '#shared/config/network.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import type { Simulation } from '#widget/chains/simulation.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { connectionsAtom } from '#widget/domain/accounts/connections.ts'
import type { SimulationState } from '#widget/domain/review-queue/reviews.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { alice, bob, testWorld } from '#widget/testing/world.ts'
import { matchesShownSimulationAtom } from './matches-shown-simulation.ts'
import { reviewSnapshot } from './review-snapshot.ts'
import { finalSimulationTimeoutMs } from './simulate-for-review.ts'

const losing = (value: bigint): Simulation => ({
  ...{ is: 'runs', fee: 1n, grants: [], isPartial: false },
  changes: [{ figure: { value: -value, contract: undefined } }],
})
const unavailable: SimulationState = { is: 'unavailable' }

/** Alice's wallet, and a part of a request with this simulation. */
function partWorld(simulate: (network: Network) => Promise<Simulation | undefined>) {
  const { store, clock } = testWorld()
  const connection = testConnection()
  const connect = (current: Connection) =>
    store.set(connectionsAtom, { eip155: { is: 'connected', connection: current } })
  connect(connection)
  const controller = new AbortController()
  const prepared = {
    request: { method: 'wallet_sendCalls' },
    requestWallet: async () => undefined,
    simulate,
  }
  const snapshot = reviewSnapshot(store.get, connection)
  const matches = (simulation: SimulationState | undefined) =>
    store.set(matchesShownSimulationAtom, {
      ...{ connection, prepared, simulation, snapshot },
      signal: controller.signal,
    })
  return { store, clock, connect, controller, matches }
}

describe('rest of a request', () => {
  it.each<[string, SimulationState | undefined, Simulation | undefined, boolean]>([
    ['the shown simulation', losing(5n), losing(5n), true],
    ['a larger loss than shown', losing(5n), losing(6n), false],
    ['a simulation, where none was possible', unavailable, losing(5n), false],
    ['no simulation, as before', unavailable, undefined, true],
    ['a simulation that was not displayed', undefined, losing(5n), false],
    ['no simulation, and none was displayed', undefined, undefined, false],
  ])('%s › matches or not', async (_name, shown, latest, isMatch) => {
    expect(await partWorld(async () => latest).matches(shown)).toBe(isMatch)
  })

  it("simulated on the connection's network", async () => {
    const networks: string[] = []
    const { matches } = partWorld(async ({ id }) => {
      networks.push(id)
      return losing(5n)
    })
    await matches(losing(5n))
    expect(networks).toEqual(['eip155:1'])
  })

  it('wallet changes its account meanwhile › no match', async () => {
    const { matches, connect } = partWorld(async () => {
      connect(testConnection({ accounts: [bob, alice] }))
      return losing(5n)
    })
    expect(await matches(losing(5n))).toBe(false)
  })

  it('host changes the project meanwhile › no match', async () => {
    const { matches, store } = partWorld(async () => undefined)
    store.set(hostConfigAtom, { ...store.get(hostConfigAtom), projectId: 'other' })
    expect(await matches(unavailable)).toBe(false)
  })

  it('node does not respond in time › no match', async () => {
    const { matches, clock } = partWorld(() => new Promise(() => {}))
    const match = matches(losing(5n))
    await clock.advance(finalSimulationTimeoutMs)
    expect(await match).toBe(false)
  })

  it('request is cancelled › rejects with the reason', async () => {
    const { matches, controller } = partWorld(() => new Promise(() => {}))
    const match = matches(losing(5n))
    controller.abort(new Error('cancelled'))
    await expect(match).rejects.toThrow('cancelled')
  })
})
