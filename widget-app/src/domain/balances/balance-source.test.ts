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

describe('who tells the figures of a chain', () => {
  it('behavior: our services where they have it, the site only where nobody else does and it gave an RPC', async () => {
    const { look } = await world({})
    expect(look('eip155:1')).toEqual(['api', false])
    expect(look('eip155:8453')).toEqual(['gateway', false])
    expect(look(siteNetwork.id)).toEqual(['site', true])
  })

  it('behavior: a known chain that our services do not have is the site’s to tell, where it gave an RPC', async () => {
    const networks = [{ ...siteNetwork, id: 'eip155:8453' }]
    const { look } = await world({ config: { networks } })
    expect(look('eip155:8453')).toEqual(['site', true])
  })

  it('behavior: a chain that our services have is theirs to tell, also where the site gave an RPC', async () => {
    const networks = [{ ...siteNetwork, id: 'eip155:1' }]
    const { look } = await world({ config: { networks } })
    expect(look('eip155:1')).toEqual(['api', false])
  })

  it('behavior: what only the site calls a chain and its coin is marked, whoever counts the coins', async () => {
    const { look } = await world({}, () => chains(siteNetwork.id))
    expect(look(siteNetwork.id)).toEqual(['api', true])
    const deployed = await world({ deploy: { networks: [siteNetwork] } }, () => chains(siteNetwork.id))
    expect(deployed.look(siteNetwork.id)).toEqual(['api', false])
  })

  it('behavior: without an RPC, and in other ecosystems, the gateway is asked', async () => {
    const { rpcUrls: _, ...bare } = siteNetwork
    const solana = { ...siteNetwork, id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }
    const { look } = await world({ config: { platforms: ['ethereum', 'solana'], networks: [bare, solana] } })
    expect(look(bare.id)[0]).toBe('gateway')
    expect(look(solana.id)[0]).toBe('gateway')
  })

  it('error: while our services do not say what they have, the site is not asked instead', async () => {
    const { look } = await world({}, () => ({ status: 400 }))
    expect(look(siteNetwork.id)[0]).toBe('gateway')
    const waiting = await world({}, () => new Promise(() => {}))
    expect(waiting.look(siteNetwork.id)[0]).toBe('unknown')
  })
})
