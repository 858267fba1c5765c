import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { defaultNameZone } from '#shared/config/name-zone.ts'
import { isWidgetError, WidgetError } from '#shared/errors/widget-error.ts'
import { blockchainApiAtom } from '#widget/core/config.ts'
import { settle } from '#widget/lib/fake-clock.ts'
import type { TestAdapterParts } from '#widget/testing/requests.ts'
import { alice, bob, type TestResponse, testAdapter, testWorld } from '#widget/testing/world.ts'
import { isNameShaped, resolveAccountName } from './resolve-name.ts'

const ethereum = parseChainId('eip155:1')
const base = parseChainId('eip155:8453')
const path = '/v1/profile/account/anna.reown.id'
const profile = (addresses: object) => ({
  name: 'anna.reown.id',
  registered_at: 'x',
  addresses,
  attributes: [],
})
const { signal } = new AbortController()

function lookup(
  name: string,
  {
    answer: response,
    adapter = {},
    chain = ethereum,
    zone = defaultNameZone,
  }: { answer?: () => TestResponse; adapter?: TestAdapterParts; chain?: typeof ethereum; zone?: string } = {},
) {
  const world = testWorld({
    adapter: testAdapter(adapter),
    routes: response
      ? {
          [path]: response,
          [`/v1/profile/account/anna.${zone}`]: response,
          '/v1/profile/account/anna.wcn.id': response,
        }
      : {},
  })
  const context = { ports: world.ports, api: world.store.get(blockchainApiAtom), zone }
  return { world, found: resolveAccountName(context, name, chain, signal) }
}

const codeOf = (error: unknown) => (isWidgetError(error) ? [error.code, error.message] : [String(error)])

/** How the API fails, and how often it is called. */
type Failure = [string, () => TestResponse, number]

describe('resolveAccountName', () => {
  it('text shaped like a name › recognised', () => {
    const fine = ['anna.eth', 'pay.anna.eth', 'anna.reown.id', 'анна.eth', 'anna.sol']
    expect(fine.filter(isNameShaped)).toEqual(fine)
    const none = [
      'anna',
      'anna@shop.example',
      '0x12',
      'anna .eth',
      'https://anna.eth',
      'a.b.1',
      `${'a'.repeat(300)}.eth`,
    ]
    expect(none.filter(isNameShaped)).toEqual([])
  })

  it("operator's zone › its names are resolved by the API, others by the chain", async () => {
    const context: string[] = []
    const adapter = {
      resolveName: async (name: string) => {
        context.push(name)
        return { name, address: bob, avatar: undefined }
      },
    }
    const zone = 'names.example'
    const response = () => ({ status: 404 })
    for (const name of ['anna.reown.id', 'anna.names.example', 'anna.wcn.id'])
      await lookup(name, { adapter, zone, answer: response }).found
    expect(context).toEqual(['anna.reown.id'])
  })

  it("registered names › API, by the chain's coin type; others › the chain", async () => {
    const response = () => ({ body: profile({ 60: { address: alice }, 2147492101: { address: bob } }) })
    const adapter = { resolveName: async (name: string) => ({ name, address: bob, avatar: undefined }) }
    const of = async (chain: typeof ethereum) =>
      (await lookup('Anna.reown.id', { answer: response, adapter, chain }).found).address
    expect(await of(ethereum)).toBe(alice)
    expect(await of(base)).toBe(bob)
    expect(await of(parseChainId('eip155:10'))).toBe(alice)
    const { world, found } = lookup('anna.eth', { adapter })
    expect((await found).address).toBe(bob)
    expect(world.urls).toEqual([])
  })

  it('unregistered name, or one without an account here › no address', async () => {
    const nobody = { name: 'anna.reown.id', address: undefined, avatar: undefined }
    expect(await lookup('anna.reown.id', { answer: () => ({ status: 404 }) }).found).toEqual(nobody)
    const elsewhere = { answer: () => ({ body: profile({ 501: { address: 'So1' } }) }) }
    expect(await lookup('anna.reown.id', elsewhere).found).toEqual(nobody)
  })

  it.each<Failure>([
    ['429 that asks for too much patience', () => ({ status: 429, headers: { 'retry-after': '60' } }), 1],
    [
      '429 after its Retry-After, again and again',
      () => ({ status: 429, headers: { 'retry-after': '1' } }),
      4,
    ],
    ['500', () => ({ status: 500 }), 4],
    ['the wrong shape', () => ({ body: { name: 7 } }), 1],
    ['nothing', () => ({ body: {} }), 1],
    ['another name', () => ({ body: { name: 'eve.reown.id', addresses: {} } }), 1],
    ['an address that is none', () => ({ body: profile({ 60: { address: 'x' } }) }), 1],
  ])('%s › "Error resolving name"', async (_, response, calls) => {
    const parseAddress = (text: string) => {
      if (text.length < 40) throw new WidgetError('address/invalid', 'Invalid address')
      return text
    }
    const { world, found } = lookup('anna.reown.id', { answer: response, adapter: { parseAddress } })
    const failed = found.then(() => 'found', codeOf)
    for (let step = 0; step < 12; step += 1) await world.clock.advance(1_000)
    expect(await failed).toEqual(['name/unresolved', 'Error resolving name'])
    expect(world.urls).toHaveLength(calls)
  })

  it('API without a response › fails after ten seconds', async () => {
    const { world, found } = lookup('anna.reown.id', {
      answer: () => new Promise<never>(() => {}) as never,
    })
    const failed = found.then(() => 'found', codeOf)
    await settle()
    await world.clock.advance(10_000)
    expect(await failed).toEqual(['name/unresolved', 'Error resolving name'])
  })

  it('invalid name, or namespace without name services › its own error', async () => {
    const code = (work: Promise<unknown>) =>
      work.then(
        () => 'found',
        (error) => codeOf(error)[0],
      )
    const adapter = {
      resolveName: async () => {
        throw new WidgetError('name/invalid', 'No name')
      },
    }
    expect(await code(lookup('a..eth', { adapter }).found)).toBe('name/invalid')
    expect(await code(lookup('аnna.reown.id').found)).toBe('name/invalid')
    const chain = parseChainId('polkadot:91b171bb158e2d3848fa23a9f1c25182')
    expect(await code(lookup('anna.dot', { chain }).found)).toBe('chain/unsupported')
  })
})
