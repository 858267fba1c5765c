import type { ApiPromise } from '@polkadot/api'
import { GenericChainProperties } from '@polkadot/types'
import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { memoryTransport } from '../testing/scripted-transport.ts'
import { type DefinedChain, requestMetadata, verifiedDefinition } from './metadata-request.ts'
import type { ChainNode, Nodes } from './nodes.ts'
import { testChain, testGenesis } from './testing/runtime.ts'
import { connection } from './testing/unit-world.ts'

/** A chain with the properties of Polkadot. */
function chain(metadata = new Uint8Array([1, 2, 3])): DefinedChain {
  const { api } = testChain()
  const { registry } = api
  registry.setChainProperties(
    new GenericChainProperties(registry, {
      ss58Format: 0,
      tokenDecimals: 10,
      tokenSymbol: 'DOT',
    }),
  )
  return {
    ...api,
    runtimeChain: registry.createType('Text', 'Test chain'),
    runtimeMetadata: { asCallsOnly: { toU8a: () => metadata } },
  }
}

const provided = { genesisHash: testGenesis, specVersion: 7 }

describe('verifiedDefinition', () => {
  it('R16 › page provides only the runtime › the chain’s own definition', () => {
    expect(verifiedDefinition(chain(), provided)).toEqual({
      chain: 'Test chain',
      chainType: 'substrate',
      genesisHash: testGenesis,
      icon: 'polkadot',
      metaCalls: 'AQID',
      specVersion: 7,
      ss58Format: 0,
      tokenDecimals: 10,
      tokenSymbol: 'DOT',
      types: {},
    })
  })

  it('R16 › page provides the chain’s properties › the same definition', () => {
    const properties = { ss58Format: 0, tokenDecimals: 10, tokenSymbol: 'DOT', chainType: 'substrate' }
    expect(verifiedDefinition(chain(), { ...provided, ...properties })).toEqual(
      verifiedDefinition(chain(), provided),
    )
  })

  it.each([
    { specVersion: 8 },
    { ss58Format: 42 },
    { tokenDecimals: 0 },
    { tokenSymbol: 'KSM' },
    { chainType: 'ethereum' },
  ])('R16 › page provides %j › rejected', (overrides) => {
    expect(() => verifiedDefinition(chain(), { ...provided, ...overrides })).toThrow(
      expect.objectContaining({ code: -32602 }),
    )
  })

  it('metadata too large for the channel › omitted', () => {
    expect(verifiedDefinition(chain(new Uint8Array(2_000_000)), provided)).not.toHaveProperty('metaCalls')
  })
})

describe('requestMetadata', () => {
  const unreachable: Nodes = {
    rpc: () => () => Promise.reject(new Error('away')),
    open: () => Promise.reject(new Error('away')),
    findNetwork: () => undefined,
    prefixes: () => [],
  }
  const requestWith = (method: string, params?: object, response: unknown = true) => {
    const transport = memoryTransport({ [method]: () => response })
    const request = params === undefined ? { method } : { method, params }
    return { transport, asked: requestMetadata({ transport, nodes: unreachable }, connection, request) }
  }
  const provide = 'injectedWeb3:metadata.provide'

  /** Provides metadata to the extension; a node reports the chain, and the widget has its own values of the network. */
  const provideMetadata = async (
    source: ChainNode['source'],
    ownValues?: Partial<Network['nativeCurrency']>,
  ) => {
    const transport = memoryTransport({ [provide]: () => true })
    const api: ApiPromise = Object.assign(Object.create(null), chain())
    const rpc = () => Promise.reject(new Error('Not asked'))
    const nodes: Nodes = { ...unreachable, open: async () => ({ rpc, api, source }) }
    const nativeCurrency = { name: 'Dot', symbol: 'DOT', decimals: 10, ...ownValues }
    const id = parseChainId(`polkadot:${testGenesis.slice(2, 34)}`)
    const pending = requestMetadata(
      { transport, nodes, knownNetwork: async () => ownValues && { id, name: 'Test chain', nativeCurrency } },
      connection,
      { method: provide, params: provided },
    )
    const outcome = await pending.catch((error: unknown) => Object(error).code)
    return [outcome, transport.requests.length]
  }

  it.each(['agreed', 'single'] as const)('servers %s › the chain’s definition', async (source) => {
    expect(await provideMetadata(async () => source)).toEqual([true, 1])
  })

  it('P-N1 › servers disagree › rejected, no request to the wallet', async () => {
    expect(
      await provideMetadata(() => Promise.reject(new WidgetError('http/invalid-response', 'They differ'))),
    ).toEqual([4200, 0])
  })

  it.each<[string, object, unknown, number]>([
    ['the same figures', {}, true, 1],
    ['other decimals', { decimals: 12 }, 4200, 0],
    ['another symbol', { symbol: 'KSM' }, 4200, 0],
  ])(
    'P-N1 › widget has the network with %s › provided only if equal',
    async (_name, ownValues, outcome, requestCount) => {
      expect(await provideMetadata(async () => 'agreed', ownValues)).toEqual([outcome, requestCount])
    },
  )

  it('R16 › chain unreachable › rejected, no request to the wallet', async () => {
    const { transport, asked: pending } = requestWith(provide, provided)
    await expect(pending).rejects.toMatchObject({ code: 4200 })
    expect(transport.requests).toEqual([])
  })

  it.each([
    {},
    { ...provided, tokenDecimals: '10' },
    { ...provided, genesisHash: '0x12' },
    { ...provided, specVersion: 1.5 },
  ])('R16 › parameters %j › rejected, no request to the wallet', async (params) => {
    const { transport, asked: pending } = requestWith(provide, params)
    await expect(pending).rejects.toMatchObject({ code: -32602 })
    expect(transport.requests).toEqual([])
  })

  it('runtimes that the wallet knows › returned without other members', async () => {
    const known = [{ genesisHash: testGenesis, specVersion: 7, own: 'dropped' }]
    const { asked: pending } = requestWith('injectedWeb3:metadata.get', undefined, known)
    expect(await pending).toEqual([{ genesisHash: testGenesis, specVersion: 7 }])
  })

  it('undecodable runtimes › an error', async () => {
    const { asked: pending } = requestWith('injectedWeb3:metadata.get', undefined, [{ genesisHash: 1 }])
    await expect(pending).rejects.toMatchObject({ code: -32603 })
  })
})
