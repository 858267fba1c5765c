import fc from 'fast-check'
import type { Abi } from 'viem'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { type Hex, toQuantity } from '../hex.ts'

/** The values of a transaction before it is encoded in one of the forms that dApps use. */
export type DrawnTransaction = {
  readonly to: Hex | undefined
  readonly value: bigint
  readonly data: Hex
  readonly gas: bigint | undefined
  readonly gasPrice: bigint | undefined
  readonly maxFeePerGas: bigint | undefined
  readonly maxPriorityFeePerGas: bigint | undefined
  readonly nonce: bigint | undefined
  readonly type: bigint | undefined
  readonly accessList: readonly { readonly address: Hex; readonly storageKeys: readonly Hex[] }[] | undefined
  readonly authorisation:
    | { readonly address: Hex; readonly chainId: bigint; readonly nonce: bigint }
    | undefined
}

/** A transaction in the form of a dApp. */
export type RandomTransaction = {
  readonly drawn: DrawnTransaction
  readonly written: Readonly<Record<string, unknown>>
  /** The call's signature and arguments, for another encoder; absent for raw bytes. */
  readonly call: { readonly signature: string; readonly args: readonly unknown[] } | undefined
  /** Whether it has a form that the parser must reject. */
  readonly isInvalid: boolean
}

/** A choice of the generator. */
type Pick = <Value>(arbitrary: fc.Arbitrary<Value>) => Value

/** Functions that move value, grant an authority, batch others, or are unknown to the decoder. */
const signatures: readonly string[] = [
  'transfer(address,uint256)',
  'transfer(address,uint256)',
  'transfer(address,uint256)',
  'transferFrom(address,address,uint256)',
  'approve(address,uint256)',
  'approve(address,uint256)',
  'increaseAllowance(address,uint256)',
  'setApprovalForAll(address,bool)',
  'setOperator(address,bool)',
  'authorizeOperator(address)',
  'approveDelegation(address,uint256)',
  'enableModule(address)',
  'transferAndCall(address,uint256,bytes)',
  'approveAndCall(address,uint256,bytes)',
  'approve(address,address,uint160,uint48)',
  'transferFrom(address,address,uint160,address)',
  'safeTransferFrom(address,address,uint256)',
  'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  'multicall(bytes[])',
  'execute(address,uint256,bytes)',
  'execute(bytes,bytes[])',
  'deposit()',
  'withdraw(uint256)',
  'transferOwnership(address)',
  'claim(address,bytes32[])',
  'mint(uint256)',
]

/** Call data of a function by its signature, such as `approve(address,uint256)`. */
export const encodeCall = (signature: string, args: readonly unknown[]): Hex => {
  const text: string = `function ${signature}`
  const abi: Abi = parseAbi([text])
  return encodeFunctionData({ abi, args })
}

const toHex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`
const hexOf = (maxLength: number) => fc.uint8Array({ maxLength: maxLength }).map(toHex)

/** The account of the transactions, and what they are about. */
export type DrawnWorld = {
  readonly account: Hex
  /** Contracts that are called most often. */
  readonly tokens: readonly [Hex, ...Hex[]]
  readonly others: readonly Hex[]
  /** Preferred calls, if transactions are executed: they succeed, with assets that the account has. */
  readonly calls?: readonly DrawnTarget[]
}

/** A contract with signatures whose calls succeed; an id or amount in their arguments is one of `values`. */
export type DrawnTarget = {
  readonly to: Hex
  readonly signatures: readonly string[]
  readonly values: readonly bigint[]
}

const randomAddress = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(toHex)
const addressesOf = ({ account, tokens, others }: DrawnWorld): fc.Arbitrary<Hex> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(account) },
    { weight: 4, arbitrary: fc.constantFrom(...tokens, ...others) },
    { weight: 1, arbitrary: randomAddress },
  )
const word = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toHex)
const unsigned = (bits: number) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(1n, 7n, 1_000n) },
    { weight: 1, arbitrary: fc.constantFrom(0n, 2n ** BigInt(bits) - 1n) },
    { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n }) },
  )

/** One value of an ABI type of `signatures`. */
function argumentOf(
  pick: Pick,
  world: DrawnWorld,
  type: string,
  depth: number,
  values?: readonly bigint[],
): unknown {
  if (type.endsWith('[]')) {
    const count = pick(fc.integer({ min: 0, max: 3 }))
    return Array.from({ length: count }, () => argumentOf(pick, world, type.slice(0, -2), depth, values))
  }
  if (type === 'call3') {
    const { to, data } = drawCall(pick, world, depth + 1)
    return { target: to ?? world.account, allowFailure: true, callData: data }
  }
  if (type === 'address') return pick(addressesOf(world))
  if (type === 'bool') return pick(fc.boolean())
  if (type === 'bytes32') return pick(word)
  if (type === 'bytes') {
    const isCall = depth < 2 && pick(fc.boolean())
    return isCall ? drawCall(pick, world, depth + 1).data : pick(hexOf(40))
  }
  const bits = Number(type.slice(4))
  const value = pick(values && pick(fc.nat({ max: 9 })) > 0 ? fc.constantFrom(...values) : unsigned(bits))
  return bits <= 48 ? Number(value) : value
}

/** Multicall3's batch, whose argument is not a list of simple types. */
const aggregate3 = 'aggregate3((address target, bool allowFailure, bytes callData)[])'

function drawCall(pick: Pick, world: DrawnWorld, depth: number) {
  const { calls = [] } = world
  const isChosen = calls.length > 0 && pick(fc.nat({ max: 9 })) > 0
  const target = isChosen ? pick(fc.constantFrom(...calls)) : undefined
  const signature = pick(fc.constantFrom(...(target?.signatures ?? signatures)))
  const types = signature === aggregate3 ? 'call3[]' : signature.slice(signature.indexOf('(') + 1, -1)
  const args = (types === '' ? [] : types.split(',')).map((type) =>
    argumentOf(pick, world, type, depth, target?.values),
  )
  return { to: target?.to, signature, args, data: encodeCall(signature, args) }
}

const upper = (hex: string): string => `0x${hex.slice(2).toUpperCase()}`

/** Draws one transaction; `oddness` is the share in percent of values in unusual or invalid forms. */
function draw(pick: Pick, world: DrawnWorld, oddness: number): RandomTransaction {
  let isInvalid = false
  const chance = (percent: number): boolean => pick(fc.integer({ min: 0, max: 99 })) < percent
  const oneOf = <Value>(...values: readonly Value[]): Value => pick(fc.constantFrom(...values))
  const optional = <Value>(percent: number, value: () => Value): Value | undefined =>
    chance(percent) ? value() : undefined

  const addresses = addressesOf(world)
  const hasTerms = chance(60)
  const termChance = (percent: number): number => (hasTerms ? percent : 0)
  const call = optional(70, () => drawCall(pick, world, 0))
  let data: Hex = call?.data ?? (chance(60) ? '0x' : pick(hexOf(80)))
  let isPlain = true
  if (chance(oddness) && data.length > 74) {
    isPlain = false
    // Dirty upper bytes of the first argument, or bytes after the last.
    data = oneOf<Hex>(`0x${data.slice(2, 10)}ff${data.slice(12)}`, `${data}00`, `${data}${'0'.repeat(64)}`)
  }
  const fees = hasTerms ? oneOf('none', 'legacy', 'market', 'tip') : 'none'
  const gwei = 10n ** 9n
  const price = () => pick(fc.oneof(fc.bigInt({ min: 0n, max: 200n * gwei }), unsigned(128)))
  const authorisation = optional(fees === 'legacy' ? 0 : termChance(6), () => ({
    address: pick(addresses),
    chainId: pick(fc.constantFrom(0n, 1n)),
    nonce: pick(fc.bigInt({ min: 0n, max: 99n })),
  }))
  const accessList = optional(termChance(6), () => [{ address: pick(addresses), storageKeys: [pick(word)] }])
  const hasMarketFees = fees === 'market' || fees === 'tip'
  const allowedTypes: readonly (bigint | undefined)[] = authorisation
    ? [undefined, 4n]
    : [
        undefined,
        ...(hasMarketFees || accessList ? [] : [0n]),
        ...(hasMarketFees ? [] : [1n]),
        ...(fees === 'legacy' ? [] : [2n]),
      ]
  const drawn: DrawnTransaction = {
    to:
      call?.to ??
      (call && chance(75)
        ? oneOf(...world.tokens)
        : authorisation || chance(90)
          ? pick(addresses)
          : undefined),
    value: chance(call ? (call.to ? 97 : 80) : 30) ? 0n : pick(unsigned(96)),
    data,
    gas: optional(termChance(60), () =>
      pick(fc.oneof(fc.bigInt({ min: 21_000n, max: 400_000n }), unsigned(40))),
    ),
    gasPrice: fees === 'legacy' ? price() : undefined,
    maxFeePerGas: fees === 'market' ? price() : undefined,
    maxPriorityFeePerGas: hasMarketFees ? price() : undefined,
    nonce: optional(termChance(10), () => pick(fc.bigInt({ min: 0n, max: 9_999n }))),
    type: oneOf(...allowedTypes),
    accessList,
    authorisation,
  }

  const quantity = (value: bigint | undefined): unknown => {
    if (value === undefined) return undefined
    if (chance(oddness / 6)) {
      isInvalid = true
      return oneOf<unknown>(String(value), ` ${toQuantity(value)}`, -1, 1.5, '', true, {}, 2n ** 256n, '1e3')
    }
    const isSafe = value <= BigInt(Number.MAX_SAFE_INTEGER)
    if (!chance(oddness)) return toQuantity(value)
    return oneOf<unknown>(
      `0x00${value.toString(16)}`,
      upper(toQuantity(value)),
      value,
      isSafe ? Number(value) : value,
    )
  }
  /** Old dApps write a value of zero as `0x`, unlike other quantities. */
  const nativeValue = (value: bigint): unknown => (value === 0n && chance(oddness) ? '0x' : quantity(value))
  const address = (value: Hex | undefined): unknown =>
    value && chance(oddness) ? oneOf(value.toLowerCase(), upper(value.toLowerCase())) : value
  const bytes = (): Record<string, unknown> => {
    if (chance(oddness / 6)) {
      isInvalid = true
      return oneOf<Record<string, unknown>>(
        { data, input: `${data}aa` },
        { data: `${data}a` },
        { input: data.slice(2) || 'zz' },
        { data: 7 },
      )
    }
    const other = chance(oddness) ? upper(data) : data
    if (data === '0x' && chance(50)) return chance(oddness) ? { data: '' } : {}
    return oneOf<Record<string, unknown>>({ data: other }, { input: other }, { data, input: other })
  }
  const gas = quantity(drawn.gas)
  const written: Record<string, unknown> = {
    to: drawn.to === undefined ? oneOf(undefined, null) : address(drawn.to),
    ...(drawn.value === 0n && chance(50) ? {} : { value: nativeValue(drawn.value) }),
    ...bytes(),
    ...(chance(50) ? { gas } : { gasLimit: gas }),
    gasPrice: quantity(drawn.gasPrice),
    maxFeePerGas: quantity(drawn.maxFeePerGas),
    maxPriorityFeePerGas: quantity(drawn.maxPriorityFeePerGas),
    nonce: quantity(drawn.nonce),
    type: quantity(drawn.type),
    accessList: drawn.accessList,
    authorizationList: drawn.authorisation && [
      {
        address: drawn.authorisation.address,
        chainId: quantity(drawn.authorisation.chainId),
        nonce: quantity(drawn.authorisation.nonce),
      },
    ],
  }
  if (chance(50)) written.from = oneOf<unknown>(world.account, world.account.toLowerCase())
  if (chance(50)) written.chainId = oneOf<unknown>('0x1', '0x01', 1, '1')
  if (chance(oddness))
    written[oneOf('note', 'feeCurrency', 'gasPremium', 'customData')] = oneOf<unknown>('0x1', world.account)
  if (chance(oddness / 6)) {
    isInvalid = true
    Object.assign(
      written,
      oneOf<object>(
        { blobs: ['0x'] },
        { from: `0x${'9'.repeat(40)}` },
        { chainId: '0x2' },
        { gasPrice: '0x1', maxFeePerGas: '0x1' },
        { type: '0x3' },
        { gas: '0x1', gasLimit: '0x2' },
        { accessList: 'all' },
      ),
    )
  }
  const members = Object.entries(written).filter(([, value]) => value !== undefined || chance(20))
  return {
    drawn,
    written: Object.fromEntries(members),
    call: isPlain && call ? { signature: call.signature, args: call.args } : undefined,
    isInvalid,
  }
}

/** Random transactions: canonical and odd forms, calls that move value or grant authorities, terms of every kind. */
export const randomTransactions = (world: DrawnWorld): fc.Arbitrary<RandomTransaction> =>
  fc
    .tuple(fc.gen(), fc.constantFrom(0, 8, 50))
    .map(([gen, oddness]) => draw((arbitrary) => gen(() => arbitrary), world, oddness))
