import { Metadata, TypeRegistry } from '@polkadot/types'
import type { Hash, RuntimeVersion } from '@polkadot/types/interfaces'
import * as z from '#shared/zod.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { RuntimeCall } from '../decode/call-arguments.ts'
import { runtimeCalls, runtimeTypes } from './runtime-calls.ts'
import { type CallValue, callHex, declared, runtimeExtensions } from './scale-encoder.ts'
import { alice } from './unit-world.ts'

type Field = { readonly name: string | null; readonly type: number }
type Definition = {
  readonly path: readonly string[]
  readonly params: readonly object[]
  readonly def: object
}

/** The types of a runtime by the names that `runtime-calls.ts` uses, each once. */
function typeTable() {
  const ids = new Map<string, number>()
  const types: Definition[] = []
  const register = (name: string, define: () => Partial<Definition> & { readonly def: object }): number => {
    const existing = ids.get(name)
    if (existing !== undefined) return existing
    const id = types.length
    ids.set(name, id)
    types.push({ path: [], params: [], def: {} })
    types[id] = { path: [], params: [], ...define() }
    return id
  }
  const variants = (names: readonly { readonly name: string; readonly fields: readonly Field[] }[]) => ({
    variant: { variants: names.map((each, index) => ({ ...each, index })) },
  })
  const fields = (list: readonly string[]): readonly Field[] =>
    list.map((each) => {
      const [name, type = ''] = declared(each)
      return { name, type: idOf(type) }
    })
  const bytes = (length: number) =>
    register(`[u8; ${length}]`, () => ({ def: { array: { len: length, type: idOf('u8') } } }))
  const byteType = (path: readonly string[], length: number) => ({
    path,
    def: { composite: { fields: [{ name: null, type: bytes(length) }] } },
  })
  const special = new Map<string, () => Partial<Definition> & { readonly def: object }>([
    ['AccountId', () => byteType(['sp_core', 'crypto', 'AccountId32'], 32)],
    ['H256', () => byteType(['primitive_types', 'H256'], 32)],
    ['H160', () => byteType(['primitive_types', 'H160'], 20)],
    ['Bytes', () => ({ def: { sequence: { type: idOf('u8') } } })],
    ['Nothing', () => ({ def: { tuple: [] } })],
    [
      'Signature',
      () => ({
        path: ['sp_runtime', 'MultiSignature'],
        def: variants(
          [64, 64, 65].map((length, index) => ({
            name: ['Ed25519', 'Sr25519', 'Ecdsa'][index] ?? '',
            fields: [{ name: null, type: bytes(length) }],
          })),
        ),
      }),
    ],
    [
      'Call',
      () => ({
        path: ['test_runtime', 'RuntimeCall'],
        def: variants(
          Object.keys(runtimeCalls).map((name) => ({
            name,
            fields: [{ name: null, type: palletId(name) }],
          })),
        ),
      }),
    ],
    [
      'Extrinsic',
      () => ({
        path: ['sp_runtime', 'generic', 'unchecked_extrinsic', 'UncheckedExtrinsic'],
        params: ['Address', 'Call', 'Signature', 'Nothing'].map((name) => ({ name, type: idOf(name) })),
        def: { composite: { fields: [{ name: null, type: idOf('Bytes') }] } },
      }),
    ],
  ])
  const palletId = (pallet: string): number =>
    register(`pallet ${pallet}`, () => ({
      path: [`pallet_${pallet.toLowerCase()}`, 'pallet', 'Call'],
      def: variants(
        Object.entries(runtimeCalls[pallet] ?? {}).map(([name, args]) => ({ name, fields: fields(args) })),
      ),
    }))
  function idOf(type: string): number {
    const [, outer, inner = ''] = /^(Compact|Vec|Option)<(.+)>$/.exec(type) ?? []
    const { struct, variants: choices } = runtimeTypes[type] ?? {}
    return register(type, () => {
      if (outer === 'Compact') return { def: { compact: { type: idOf(inner) } } }
      if (outer === 'Vec') return { def: { sequence: { type: idOf(inner) } } }
      if (outer === 'Option')
        return {
          path: ['Option'],
          params: [{ name: 'T', type: idOf(inner) }],
          def: variants([
            { name: 'None', fields: [] },
            { name: 'Some', fields: [{ name: null, type: idOf(inner) }] },
          ]),
        }
      if (struct) return { path: ['test', type], def: { composite: { fields: fields(struct) } } }
      if (choices) {
        const path = type === 'Address' ? ['sp_runtime', 'multiaddress', 'MultiAddress'] : ['test', type]
        const params =
          type === 'Address' ? ['AccountId', 'u32'].map((name) => ({ name, type: idOf(name) })) : []
        const each = choices.map((choice) => {
          const [name, content] = declared(choice)
          return { name, fields: content === undefined ? [] : [{ name: null, type: idOf(content) }] }
        })
        return { path, params, def: variants(each) }
      }
      return special.get(type)?.() ?? { def: { primitive: type.replace('u', 'U').replace('bool', 'Bool') } }
    })
  }
  return { idOf, palletId, types }
}

/** Metadata (version 14) of the calls in `runtime-calls.ts`, of no real chain, as SCALE bytes. */
export function testMetadata(): Uint8Array {
  const { idOf, palletId, types } = typeTable()
  const pallets = Object.keys(runtimeCalls).map((name, index) => ({
    name,
    storage: null,
    calls: { type: palletId(name) },
    events: null,
    constants: [],
    errors: null,
    index,
  }))
  const extrinsic = {
    type: idOf('Extrinsic'),
    version: 4,
    signedExtensions: runtimeExtensions.map((identifier) => ({
      identifier,
      type: idOf('Nothing'),
      additionalSigned: idOf('Nothing'),
    })),
  }
  idOf('Call')
  const lookup = { types: types.map((type, id) => ({ id, type })) }
  const v14 = new TypeRegistry().createType('MetadataV14', {
    ...{ lookup, pallets, extrinsic, type: idOf('Nothing') },
  })
  const magic = [0x6d, 0x65, 0x74, 0x61, 14]
  return Uint8Array.from([...magic, ...v14.toU8a()])
}

/** A registry with that metadata. */
function testRegistry(): TypeRegistry {
  const registry = new TypeRegistry()
  registry.setMetadata(new Metadata(registry, testMetadata()))
  return registry
}

let shared: TypeRegistry | undefined

/** Decodes a call of the test runtime, which `scale-encoder.ts` encodes. */
export function runtimeCall(...call: CallValue['call']): RuntimeCall {
  shared ??= testRegistry()
  return shared.createType<RuntimeCall>('Call', callHex(...call))
}

/** The genesis hash of the test chain. */
export const testGenesis = `0x${'5d'.repeat(32)}` as const

/** A chain with that runtime; its node reports `nextNonce` for every account. */
export function testChain(nextNonce = 0, extensions?: readonly string[]) {
  const registry = testRegistry()
  if (extensions) registry.setSignedExtensions([...extensions])
  const runtimeVersion = registry.createType<RuntimeVersion>('RuntimeVersion', {
    specVersion: 7,
    transactionVersion: 3,
  })
  const rpc: JsonRpc = async (_method, _params, schema) => z.parse(schema, nextNonce)
  return {
    runtime: 'agreed' as const,
    api: { registry, runtimeVersion, genesisHash: registry.createType<Hash>('Hash', testGenesis) },
    rpc,
  }
}

/** The parameters of `signPayload` for a call: mortal, with the next nonce, without a tip. */
export const payloadParams = (method: string, overrides: object = {}) => ({
  address: alice,
  method,
  version: 4,
  genesisHash: testGenesis,
  blockHash: `0x${'b1'.repeat(32)}`,
  blockNumber: '0x00000007',
  era: '0x7500',
  nonce: '0x00000000',
  tip: `0x${'00'.repeat(16)}`,
  specVersion: '0x00000007',
  transactionVersion: '0x00000003',
  signedExtensions: [...runtimeExtensions],
  assetId: null,
  metadataHash: null,
  mode: 0,
  withSignedTransaction: false,
  ...overrides,
})
