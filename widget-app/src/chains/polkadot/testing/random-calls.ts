import { encodeAddress } from '@polkadot/util-crypto'
import fc from 'fast-check'
import { runtimeCalls, runtimeTypes } from './runtime-calls.ts'
import { type CallValue, declared, type Value } from './scale-encoder.ts'

const hexBytes = (min: number, max: number) =>
  fc.uint8Array({ minLength: min, maxLength: max }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)

const account = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((key) => encodeAddress(key, 42))

const boundedBigInt = (bits: bigint): fc.Arbitrary<bigint> =>
  fc.oneof(
    fc.bigInt(0n, 2n ** bits - 1n),
    fc
      .constantFrom(0n, 1n, 63n, 64n, 2n ** 14n, 2n ** 30n, 2n ** (bits / 2n), 2n ** bits - 1n)
      .map((value) => (value < 2n ** bits ? value : 2n ** bits - 1n)),
  )

const bitsOf: Readonly<Record<string, bigint>> = { u8: 8n, u16: 16n, u32: 32n, u64: 64n, u128: 128n }

const textOfCall = fc.oneof(
  hexBytes(0, 24),
  fc
    .constantFrom('hello', 'shop.example wants you to sign in with your Polkadot account:')
    .map((text) => `0x${Buffer.from(text).toString('hex')}`),
)

/** A value for a type of `runtime-calls.ts`; inner calls are at most `depth` deep. */
function randomValue(type: string, depth: number): fc.Arbitrary<Value> {
  const [, outer, inner = ''] = /^(Compact|Vec|Option)<(.+)>$/.exec(type) ?? []
  if (outer === 'Compact') return randomValue(inner, depth)
  if (outer === 'Option') return fc.option(randomValue(inner, depth), { nil: null })
  if (outer === 'Vec') return fc.array(randomValue(inner, depth), { maxLength: 3 })
  const bits = bitsOf[type]
  if (bits !== undefined) return boundedBigInt(bits)
  if (type === 'bool') return fc.boolean()
  if (type === 'AccountId') return account
  if (type === 'H256') return hexBytes(32, 32)
  if (type === 'H160') return hexBytes(20, 20)
  if (type === 'Bytes') return textOfCall
  if (type === 'Call') return randomCall(depth - 1).map((call): CallValue => ({ call }))
  // Most accounts are plain `Id` addresses.
  if (type === 'Address') return fc.oneof({ weight: 9, arbitrary: account }, variantOf(type, depth))
  const { struct } = runtimeTypes[type] ?? {}
  if (!struct) return variantOf(type, depth)
  const members = struct.map((member) => {
    const [name, memberType = ''] = declared(member)
    return randomValue(memberType, depth).map((value) => [name, value] as const)
  })
  return fc.tuple(...members).map((list): { readonly [member: string]: Value } => Object.fromEntries(list))
}

function variantOf(type: string, depth: number): fc.Arbitrary<Value> {
  const each = (runtimeTypes[type]?.variants ?? []).map((variant): fc.Arbitrary<Value> => {
    const [name, content] = declared(variant)
    if (content === undefined) return fc.constant([name])
    return randomValue(content, depth).map((value): Value => [name, value])
  })
  return fc.oneof(...each)
}

/** All calls; transfers, which alone can be allow-listed, are drawn more often. */
const names = Object.entries(runtimeCalls).flatMap(([pallet, calls]) =>
  Object.entries(calls).flatMap(([name, args]) =>
    Array.from({ length: pallet === 'Balances' ? 3 : 1 }, () => ({ pallet, name, args })),
  ),
)
const flat = names.filter(({ args }) => !args.some((arg) => arg.includes('Call')))

/** A call of the test runtime, with random arguments. */
export function randomCall(depth: number): fc.Arbitrary<CallValue['call']> {
  return fc
    .constantFrom(...(depth > 0 ? names : flat))
    .chain(({ pallet, name, args }) =>
      fc
        .tuple(...args.map((arg) => randomValue(declared(arg)[1] ?? '', depth)))
        .map((values): CallValue['call'] => [pallet, name, ...values]),
    )
}

const hexNumber = (bits: bigint, value: bigint) => `0x${value.toString(16).padStart(Number(bits / 4n), '0')}`

/** An era by the exponent of its period and a phase within it, as in SCALE; the phase of long periods is in steps. */
const mortalEra = fc.tuple(fc.integer({ min: 2, max: 16 }), fc.nat()).map(([exponent, random]) => {
  const period = 2 ** exponent
  const step = Math.max(period >> 12, 1)
  const encoded = Math.min(15, exponent - 1) | (Math.floor((random % period) / step) << 4)
  return `0x${Buffer.from([encoded & 0xff, encoded >> 8]).toString('hex')}`
})

/** Members of a payload except its call: half of them are those of a plain transfer. */
export const randomTerms = fc.record({
  era: fc.oneof(fc.constantFrom('0x7500', '0x00', '0x0f00'), mortalEra),
  nonce: fc.oneof(fc.constant(0n), boundedBigInt(32n)).map((value) => hexNumber(32n, value)),
  tip: fc
    .oneof({ weight: 3, arbitrary: fc.constant(0n) }, boundedBigInt(128n))
    .map((value) => hexNumber(128n, value)),
  mode: fc.constantFrom(0, 0, 0, 1),
  metadataHash: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, hexBytes(32, 32)),
})
