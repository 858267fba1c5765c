import { GenericChainProperties } from '@polkadot/types'
import { describe, expect, it } from 'vitest'
import { memoryTransport } from '../memory-transport.ts'
import { askMetadata, comparedDefinition, type DefinedChain } from './metadata-request.ts'
import type { Nodes } from './nodes.ts'
import { testChain, testGenesis } from './testing/runtime.ts'
import { connection } from './testing/unit-world.ts'

/** A chain with the figures of Polkadot. */
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

const wanted = { genesisHash: testGenesis, specVersion: 7 }

describe('comparedDefinition', () => {
  it('R16 › page names the runtime alone › the definition is the chain’s own', () => {
    expect(comparedDefinition(chain(), wanted)).toEqual({
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

  it('R16 › page names the chain’s figures › the same definition', () => {
    const figures = { ss58Format: 0, tokenDecimals: 10, tokenSymbol: 'DOT', chainType: 'substrate' }
    expect(comparedDefinition(chain(), { ...wanted, ...figures })).toEqual(
      comparedDefinition(chain(), wanted),
    )
  })

  it.each([
    { specVersion: 8 },
    { ss58Format: 42 },
    { tokenDecimals: 0 },
    { tokenSymbol: 'KSM' },
    { chainType: 'ethereum' },
  ])('R16 › page names %j › refused', (lie) => {
    expect(() => comparedDefinition(chain(), { ...wanted, ...lie })).toThrow(
      expect.objectContaining({ code: -32602 }),
    )
  })

  it('metadata too large for the channel › left out', () => {
    expect(comparedDefinition(chain(new Uint8Array(2_000_000)), wanted)).not.toHaveProperty('metaCalls')
  })
})

describe('askMetadata', () => {
  const away: Nodes = {
    rpc: () => () => Promise.reject(new Error('away')),
    open: () => Promise.reject(new Error('away')),
    known: () => undefined,
    prefixes: () => [],
  }
  const asking = (method: string, params?: object, answer: unknown = true) => {
    const transport = memoryTransport({ [method]: () => answer })
    const request = params === undefined ? { method } : { method, params }
    return { transport, asked: askMetadata({ transport, nodes: away }, connection, request) }
  }
  const provide = 'injectedWeb3:metadata.provide'

  it('R16 › chain cannot be read › refused, and the wallet is not asked', async () => {
    const { transport, asked } = asking(provide, wanted)
    await expect(asked).rejects.toMatchObject({ code: 4200 })
    expect(transport.requests).toEqual([])
  })

  it.each([
    {},
    { ...wanted, tokenDecimals: '10' },
    { ...wanted, genesisHash: '0x12' },
    { ...wanted, specVersion: 1.5 },
  ])('R16 › parameters %j › refused, and the wallet is not asked', async (params) => {
    const { transport, asked } = asking(provide, params)
    await expect(asked).rejects.toMatchObject({ code: -32602 })
    expect(transport.requests).toEqual([])
  })

  it('runtimes that the wallet knows › passed on without other members', async () => {
    const known = [{ genesisHash: testGenesis, specVersion: 7, own: 'dropped' }]
    const { asked } = asking('injectedWeb3:metadata.get', undefined, known)
    expect(await asked).toEqual([{ genesisHash: testGenesis, specVersion: 7 }])
  })

  it('runtimes that cannot be read › an error', async () => {
    const { asked } = asking('injectedWeb3:metadata.get', undefined, [{ genesisHash: 1 }])
    await expect(asked).rejects.toMatchObject({ code: -32603 })
  })
})
