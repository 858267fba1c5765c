import { getDynamicBuilder, getLookupFn } from '@polkadot-api/metadata-builders'
import { metadata, unifyMetadata } from '@polkadot-api/substrate-bindings'
import { testMetadata } from './runtime.ts'
import { runtimeCalls, runtimeTypes } from './runtime-calls.ts'
import { type CallValue, declared, type Value } from './scale-encoder.ts'

const numberTypes = new Set(['u8', 'u16', 'u32'])
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))

/** A value in the form that polkadot-api's codecs expect of its type. */
function papiValue(type: string, value: Value): unknown {
  const [, outer, inner = ''] = /^(Compact|Vec|Option)<(.+)>$/.exec(type) ?? []
  if (outer === 'Compact') return papiValue(inner, value)
  if (outer === 'Option') return value === null ? undefined : papiValue(inner, value)
  if (outer === 'Vec') return Array.isArray(value) ? value.map((each) => papiValue(inner, each)) : value
  if (numberTypes.has(type)) return Number(value)
  if (type === 'Bytes') return typeof value === 'string' ? bytesOf(value) : value
  if (type === 'Address' && typeof value === 'string') return { type: 'Id', value }
  if (typeof value !== 'object' || value === null) return value
  if ('call' in value) {
    const [pallet, name, ...args] = Array.isArray(value.call) ? value.call : []
    return { type: pallet, value: { type: name, value: papiArguments(String(pallet), String(name), args) } }
  }
  const { struct = [], variants = [] } = runtimeTypes[type] ?? {}
  if (Array.isArray(value)) {
    const [chosen, content = null] = value
    const [, contentType] = variants.map(declared).find(([name]) => name === chosen) ?? []
    return { type: chosen, value: contentType === undefined ? undefined : papiValue(contentType, content) }
  }
  const members = new Map(Object.entries<Value>(value))
  return Object.fromEntries(
    struct.map(declared).map(([name, member = '']) => [name, papiValue(member, members.get(name) ?? null)]),
  )
}

function papiArguments(pallet: string, name: string, args: readonly Value[]): unknown {
  const types = (runtimeCalls[pallet]?.[name] ?? []).map(declared)
  if (types.length === 0) return undefined
  return Object.fromEntries(
    types.map(([member, type = ''], index) => [member, papiValue(type, args[index] ?? null)]),
  )
}

let builder: ReturnType<typeof getDynamicBuilder> | undefined

/** Encodes a call of the test runtime in hex, with polkadot-api and the runtime's metadata. */
export function papiCallHex(...[pallet, name, ...args]: CallValue['call']): string {
  builder ??= getDynamicBuilder(getLookupFn(unifyMetadata(metadata.dec(testMetadata()))))
  const { codec, location } = builder.buildCall(pallet, name)
  const bytes = [...location, ...codec.enc(papiArguments(pallet, name, args))]
  return `0x${Buffer.from(bytes).toString('hex')}`
}
