import fc from 'fast-check'

/** A generated request with its expected result: parsed, or rejected with −32602. */
export type RandomTypedData = {
  readonly data: RandomRequest
  /** Whether it has a form that the parser must reject. */
  readonly isInvalid: boolean
  /** Whether an inner struct is `null`, which viem and ethers reject. */
  readonly hasNull: boolean
}

type RandomRequest = {
  readonly types: Record<string, { name: string; type: string }[]>
  readonly primaryType: string
  readonly domain: Record<string, unknown>
  readonly message: Record<string, unknown>
}

/** A choice of the generator. */
type Pick = <Value>(arbitrary: fc.Arbitrary<Value>) => Value

const hexOf = (size: number) => fc.uint8Array({ minLength: size, maxLength: size }).map(toHex)
const toHex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`
const upper = (hex: string): string => `0x${hex.slice(2).toUpperCase()}`
const mixed = (hex: string): string =>
  `0x${Array.from(hex.slice(2), (digit, at) => (at % 3 === 0 ? digit.toUpperCase() : digit)).join('')}`

/** Draws one request; `oddness` is the share in percent of values in unusual or invalid forms. */
function draw(pick: Pick, oddness: number): RandomTypedData {
  let isInvalid = false
  let hasNull = false
  const chance = (percent: number): boolean => pick(fc.integer({ min: 0, max: 99 })) < percent
  const oneOf = (values: readonly unknown[]): unknown => pick(fc.constantFrom(...values))
  const invalid = (values: readonly unknown[]): unknown => {
    isInvalid = true
    return oneOf(values)
  }

  const integer = (type: string, bits: number): unknown => {
    const isSigned = type.startsWith('int')
    const limit = 2n ** BigInt(isSigned ? bits - 1 : bits)
    const min = isSigned ? -limit : 0n
    if (chance(oddness / 4))
      return invalid([
        limit,
        String(limit),
        String(min - 1n),
        '',
        ' ',
        'one',
        '1.0',
        '1e3',
        1.5,
        1e30,
        true,
        null,
        {},
        [1],
      ])
    const value = pick(fc.oneof(fc.bigInt({ min, max: limit - 1n }), fc.constantFrom(min, limit - 1n, 0n)))
    const isSafe = value <= 2n ** 53n - 1n && value >= -(2n ** 53n) + 1n
    const plain = isSafe && chance(50) ? Number(value) : String(value)
    if (!chance(oddness)) return plain
    const hex = `0x${value.toString(16)}`
    return value < 0n
      ? oneOf([value, ` ${value}`])
      : oneOf([value, hex, upper(hex), `0x00${value.toString(16)}`, `00${value}`, ` ${value} `, `+${value}`])
  }

  const address = (): unknown => {
    const hex = pick(hexOf(20))
    if (chance(oddness / 4))
      return invalid(['', '0x', hex.slice(0, 40), hex.slice(2), `${hex}00`, 7, null, 'alice.eth'])
    return chance(oddness) ? oneOf([upper(hex), mixed(hex), `0X${hex.slice(2)}`]) : hex
  }

  const bytes = (size: number | undefined): unknown => {
    const hex = pick(hexOf(size ?? pick(fc.integer({ min: 0, max: 70 }))))
    if (chance(oddness / 4)) {
      const tooLong = size === undefined ? [] : [`${hex}00`]
      return invalid([...tooLong, `${hex}0`, 'text', '0xzz', 12, null, [1, 2]])
    }
    if (!chance(oddness)) return hex
    return size === undefined ? upper(hex) : oneOf([upper(hex), hex.slice(0, -2), '0x'])
  }

  const text = (): unknown => {
    if (chance(oddness / 4)) return invalid([1, true, null, '\ud800', {}])
    return pick(
      fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom('', '0xff', '0xFF', 'true')),
    )
  }

  const boolean = (): unknown => {
    if (chance(oddness / 4)) return invalid(['false', '0', '', 'TRUE', 2, null, {}])
    return chance(oddness) ? oneOf(['true', 1, 0]) : pick(fc.boolean())
  }

  const types: Record<string, { name: string; type: string }[]> = {}
  const atomic = (): { type: string; value: () => unknown } => {
    const size = pick(fc.integer({ min: 1, max: 32 }))
    const kinds = [
      { type: `uint${size * 8}`, value: () => integer(`uint${size * 8}`, size * 8) },
      { type: `int${size * 8}`, value: () => integer(`int${size * 8}`, size * 8) },
      { type: `bytes${size}`, value: () => bytes(size) },
      { type: 'bytes', value: () => bytes(undefined) },
      { type: 'string', value: text },
      { type: 'bool', value: boolean },
      { type: 'address', value: address },
    ]
    return pick(fc.constantFrom(...kinds))
  }

  type Kind = { readonly type: string; readonly value: () => unknown }
  const kinds: Kind[] = []
  const structOf = (name: string, depth: number): Kind => {
    // Reserved before its members are drawn, so that no inner type gets the same name.
    types[name] = []
    const members = Array.from(
      { length: pick(fc.integer({ min: depth === 0 ? 1 : 0, max: 5 })) },
      (_, at) => ({
        name: `${pick(fc.constantFrom('to', 'value', 'a', '$b', '_c', 'D'))}${at}`,
        kind: kindOf(depth + 1),
      }),
    )
    types[name] = members.map((member) => ({ name: member.name, type: member.kind.type }))
    const value = () => {
      const entries = members.map((member): [string, unknown] => [member.name, member.kind.value()])
      if (chance(oddness / 8) && entries.length > 0) {
        isInvalid = true
        entries.pop()
      }
      if (chance(oddness)) entries.push(['unlisted', oneOf([1, 'x', null, { deep: [] }])])
      return Object.fromEntries(entries)
    }
    return { type: name, value }
  }
  const kindOf = (depth: number): Kind => {
    const choice = pick(fc.integer({ min: 0, max: 9 }))
    if (depth > 4 || choice < 5) return atomic()
    if (choice < 7) {
      const item = kindOf(depth + 1)
      const size = chance(40) ? pick(fc.integer({ min: 1, max: 3 })) : undefined
      const value = () => {
        const length = size ?? pick(fc.integer({ min: 0, max: 3 }))
        if (chance(oddness / 8)) return invalid([null, 'list', { 0: 1 }])
        if (size !== undefined && chance(oddness / 8)) {
          isInvalid = true
          return Array.from({ length: size + 1 }, item.value)
        }
        return Array.from({ length }, item.value)
      }
      return { type: `${item.type}[${size ?? ''}]`, value }
    }
    if (choice === 7 && kinds.length > 0) return pick(fc.constantFrom(...kinds))
    const struct = structOf(`S${Object.keys(types).length}${pick(fc.constantFrom('', 'x', '_Y'))}`, depth)
    const value = () => {
      if (!chance(oddness / 4)) return struct.value()
      if (types[struct.type]?.length === 0) isInvalid = true
      hasNull = true
      return null
    }
    const kind = { type: struct.type, value }
    kinds.push(kind)
    return kind
  }

  const primary = structOf('Primary', 0)
  const drawn = primary.value()
  const message = typeof drawn === 'object' && drawn !== null ? { ...drawn } : {}
  const domainKinds: readonly Kind[] = [
    { type: 'string name', value: () => pick(fc.string({ maxLength: 20 })) },
    { type: 'string version', value: () => pick(fc.constantFrom('1', '2.0')) },
    {
      type: 'uint256 chainId',
      value: () =>
        chance(oddness) ? oneOf(['1', '0x1', ' 137', '0xA']) : pick(fc.integer({ min: 1, max: 1e9 })),
    },
    { type: 'address verifyingContract', value: address },
    { type: 'bytes32 salt', value: () => bytes(32) },
  ]
  const selectedDomain = domainKinds.filter(() => chance(60))
  const domainMembers = selectedDomain.map(({ type }) => {
    const [kind = '', name = ''] = type.split(' ')
    return { name, type: kind }
  })
  const domain = Object.fromEntries(
    selectedDomain.map((kind, at) => [domainMembers[at]?.name ?? '', kind.value()]),
  )
  if (chance(oddness)) domain.extra = oneOf([1, 'x', null])
  // If the types do not list the domain, a null member counts as absent.
  const domainType = chance(70) || Object.values(domain).includes(null) ? { EIP712Domain: domainMembers } : {}
  const unused = chance(oddness / 2) ? { Unused: [{ name: 'x', type: 'uint257' }] } : {}
  return {
    data: { types: { ...domainType, ...types, ...unused }, primaryType: 'Primary', domain, message },
    isInvalid,
    hasNull,
  }
}

/** Random EIP-712 requests: types, nesting, arrays, and values in plain, unusual and invalid forms. */
export const randomTypedData: fc.Arbitrary<RandomTypedData> = fc
  .tuple(fc.gen(), fc.constantFrom(0, 6, 40))
  .map(([gen, oddness]) => draw((arbitrary) => gen(() => arbitrary), oddness))
