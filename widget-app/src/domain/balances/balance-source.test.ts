import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { loadNetworksAtom } from '#widget/domain/networks/networks.ts'
import { loadQueryEngineAtom } from '#widget/lib/query.ts'
import { siteNetwork } from '#widget/testing/host-network.ts'
import { type Answer, type TestWorldOptions, testWorld } from '#widget/testing/world.ts'
import { balanceSourceAtom, isHostReportedAtom } from './balance-source.ts'

const chains = (...http: string[]): Answer => ({ body: { http, ws: [] } })

async function world(
  options: TestWorldOptions,
  answer: () => Answer | Promise<Answer> = () => chains('eip155:1'),
) {
  const made = testWorld({
    config: { networks: ['eip155:1', 'eip155:8453', siteNetwork] },
    routes: { '/v1/supported-chains': answer },
    ...options,
  })
  const { store, clock } = made
  await store.set(loadQueryEngineAtom)
  await store.set(loadNetworksAtom)
  store.set(openModalAtom)
  const look = (id: string) => {
    const chain = parseChainId(id)
    return [store.get(balanceSourceAtom(chain)), store.get(isHostReportedAtom(chain))]
  }
  store.sub(balanceSourceAtom(parseChainId(siteNetwork.id)), () => undefined)
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    await clock.advance(100)
  }
  return { ...made, look }
}

describe('balance source of a chain', () => {
  it('API where it supports the chain; host only with an RPC for an unsupported one', async () => {
    const { look } = await world({})
    expect(look('eip155:1')).toEqual(['api', false])
    expect(look('eip155:8453')).toEqual(['gateway', false])
    expect(look(siteNetwork.id)).toEqual(['site', true])
  })

  it('bundled network that the API lacks, host RPC configured › host reports it', async () => {
    const networks = [{ ...siteNetwork, id: 'eip155:8453' }]
    const { look } = await world({ config: { networks } })
    expect(look('eip155:8453')).toEqual(['site', true])
  })

  it('chain of the API, host RPC configured › API reports it', async () => {
    const networks = [{ ...siteNetwork, id: 'eip155:1' }]
    const { look } = await world({ config: { networks } })
    expect(look('eip155:1')).toEqual(['api', false])
  })

  it('host-defined chain and currency › marked, whatever the balance source', async () => {
    const { look } = await world({}, () => chains(siteNetwork.id))
    expect(look(siteNetwork.id)).toEqual(['api', true])
    const deployed = await world({ deploy: { networks: [siteNetwork] } }, () => chains(siteNetwork.id))
    expect(deployed.look(siteNetwork.id)).toEqual(['api', false])
  })

  it('no host RPC, or another namespace › gateway', async () => {
    const { rpcUrls: _, ...bare } = siteNetwork
    const solana = { ...siteNetwork, id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }
    const { look } = await world({ config: { platforms: ['ethereum', 'solana'], networks: [bare, solana] } })
    expect(look(bare.id)[0]).toBe('gateway')
    expect(look(solana.id)[0]).toBe('gateway')
  })

  it('supported chains unknown › the host is not called instead', async () => {
    const { look } = await world({}, () => ({ status: 400 }))
    expect(look(siteNetwork.id)[0]).toBe('gateway')
    const waiting = await world({}, () => new Promise(() => {}))
    expect(waiting.look(siteNetwork.id)[0]).toBe('unknown')
  })
})
