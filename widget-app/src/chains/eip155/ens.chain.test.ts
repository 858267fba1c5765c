import { createPublicClient, http } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { type AnvilWorld, anvilWorld, freshAddress } from './testing/anvil-world.ts'
import { deployNames } from './testing/names.ts'

const ethereum = parseChainId('eip155:1')
const base = parseChainId('eip155:8453')
const { signal } = new AbortController()
let world: AnvilWorld
let names: ReadonlyMap<string, string>
let impostor = ''

beforeAll(async () => {
  world = await anvilWorld()
  const deployed = await deployNames(world.node.url)
  names = deployed.names
  impostor = deployed.impostor
}, 60_000)
afterAll(() => world.stop())

const resolve = (name: string, chain = ethereum) => world.adapter.resolveName?.(name, chain, signal)
const reverse = (address: string) => world.adapter.reverseName?.(address, ethereum, signal)

describe('ENS names', () => {
  it('name › resolves to account and avatar on any EVM chain, normalized', async () => {
    const anna = names.get('anna.eth')
    const resolved = {
      name: 'anna.eth',
      address: anna,
      avatar: expect.stringContaining('data:image/svg+xml'),
    }
    expect(await resolve('anna.eth')).toEqual(resolved)
    expect(await resolve('ANNA.eth')).toEqual(resolved)
    expect(await resolve('anna.eth', base)).toEqual(resolved)
    // An independent client finds the same, so these are ENS's own interfaces.
    const client = createPublicClient({ chain: mainnet, transport: http(world.node.url) })
    expect(await client.getEnsAddress({ name: 'anna.eth' })).toBe(anna)
  })

  it('account › its primary name, if that name resolves to it', async () => {
    expect(await reverse(names.get('anna.eth') ?? '')).toMatchObject({ name: 'anna.eth' })
    expect(await reverse(freshAddress())).toBeUndefined()
  })

  it('unregistered name › no address; stolen › none; mixed scripts › invalid', async () => {
    expect(await resolve('nobody.eth')).toEqual({ name: 'nobody.eth', address: undefined, avatar: undefined })
    expect(await reverse(impostor)).toBeUndefined()
    await expect(resolve('\u0430nna.eth')).rejects.toMatchObject({ code: 'name/invalid' })
    await expect(resolve('an_na_.eth')).rejects.toMatchObject({ code: 'name/invalid' })
  })

  it('no ENS on the chain › throws', async () => {
    const worldWithoutEns = await anvilWorld()
    try {
      await expect(worldWithoutEns.adapter.resolveName?.('anna.eth', ethereum, signal)).rejects.toThrow()
    } finally {
      await worldWithoutEns.stop()
    }
  })
})
