import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { loadNetworksAtom } from '#widget/domain/networks/networks.ts'
import { loadQueryEngineAtom } from '#widget/lib/query.ts'
import { hostNetwork } from '#widget/testing/host-network.ts'
import { type TestResponse, type TestWorldOptions, testWorld } from '#widget/testing/world.ts'
import { balanceSourceAtom, isHostReportedAtom } from './balance-source.ts'

const chains = (...http: string[]): TestResponse => ({ body: { http, ws: [] } })

async function world(
  options: TestWorldOptions,
  response: () => TestResponse | Promise<TestResponse> = () => chains('eip155:1'),
) {
  const made = testWorld({
    config: { networks: ['eip155:1', 'eip155:8453', hostNetwork] },
    routes: { '/v1/supported-chains': response },
    ...options,
  })
  const { store, clock } = made
  await store.set(loadQueryEngineAtom)
  await store.set(loadNetworksAtom)
  store.set(openModalAtom)
  const readSource = (id: string) => {
    const chain = parseChainId(id)
    return [store.get(balanceSourceAtom(chain)), store.get(isHostReportedAtom(chain))]
  }
  store.sub(balanceSourceAtom(parseChainId(hostNetwork.id)), () => undefined)
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    await clock.advance(100)
  }
  return { ...made, look: readSource }
}

describe('balance source of a chain', () => {
  it('API where it supports the chain; host only with an RPC for an unsupported one', async () => {
    const { look: readSource } = await world({})
    expect(readSource('eip155:1')).toEqual(['api', false])
    expect(readSource('eip155:8453')).toEqual(['gateway', false])
    expect(readSource(hostNetwork.id)).toEqual(['site', true])
  })

  it('bundled network that the API lacks, host RPC configured › host reports it', async () => {
    const networks = [{ ...hostNetwork, id: 'eip155:8453' }]
    const { look: readSource } = await world({ config: { networks } })
    expect(readSource('eip155:8453')).toEqual(['site', true])
  })

  it('chain of the API, host RPC configured › API reports it', async () => {
    const networks = [{ ...hostNetwork, id: 'eip155:1' }]
    const { look: readSource } = await world({ config: { networks } })
    expect(readSource('eip155:1')).toEqual(['api', false])
  })

  it('host-defined chain and currency › marked, whatever the balance source', async () => {
    const { look: readSource } = await world({}, () => chains(hostNetwork.id))
    expect(readSource(hostNetwork.id)).toEqual(['api', true])
    const deployed = await world({ deploy: { networks: [hostNetwork] } }, () => chains(hostNetwork.id))
    expect(deployed.look(hostNetwork.id)).toEqual(['api', false])
  })

  it('no host RPC, or another namespace › gateway', async () => {
    const { rpcUrls: _, ...bare } = hostNetwork
    const solana = { ...hostNetwork, id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }
    const { look: readSource } = await world({
      config: { platforms: ['ethereum', 'solana'], networks: [bare, solana] },
    })
    expect(readSource(bare.id)[0]).toBe('gateway')
    expect(readSource(solana.id)[0]).toBe('gateway')
  })

  it('supported chains unknown › the host is not called instead', async () => {
    const { look: readSource } = await world({}, () => ({ status: 400 }))
    expect(readSource(hostNetwork.id)[0]).toBe('gateway')
    const pendingWorld = await world({}, () => new Promise(() => {}))
    expect(pendingWorld.look(hostNetwork.id)[0]).toBe('unknown')
  })
})
