import { AccountRole, type Address, address, getAddressEncoder, type Instruction } from '@solana/kit'
import fc from 'fast-check'
import { seed, u32, u64 } from './transactions.ts'

/** One mint, and its token accounts. */
export type CastToken = {
  readonly program: Address
  readonly mint: Address
  readonly decimals: number
  /** The token account of the account that receives the request. */
  readonly source: Address
  readonly destination: Address
}

/** The accounts that random transactions name. */
export type Cast = {
  /** The account that is requested to sign. */
  readonly account: Address
  /** Another account with a key. */
  readonly other: Address
  /** A program without a decoder. */
  readonly program: Address
  /** An address derived from the account and the seed 's'. */
  readonly seeded: Address
  readonly tokens: readonly [CastToken, ...CastToken[]]
}

/** A random instruction, and the expected review: each member is part of one of the facts. */
export type RandomInstruction = {
  readonly instruction: Instruction
  readonly facts: readonly object[]
}

export const systemProgram = address('11111111111111111111111111111111')
export const budgetProgram = address('ComputeBudget111111111111111111111111111111')
const associatedProgram = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const memoProgram = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
const stakeProgram = address('Stake11111111111111111111111111111111111111')
export const token2022Program = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
const recentBlockhashes = address('SysvarRecentB1ockHashes11111111111111111111')

const writes = (one: Address) => ({ address: one, role: AccountRole.WRITABLE })
const reads = (one: Address) => ({ address: one, role: AccountRole.READONLY })
const signs = (one: Address) => ({ address: one, role: AccountRole.READONLY_SIGNER })
const pays = (one: Address) => ({ address: one, role: AccountRole.WRITABLE_SIGNER })
const bytesOf = (one: Address): readonly number[] => [...getAddressEncoder().encode(one)]

/** Amounts at the limits, and amounts that a test account has. */
const amounts = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(0n, 1n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n) },
  { weight: 2, arbitrary: fc.bigInt({ min: 0n, max: 1_500n }) },
  { weight: 4, arbitrary: fc.bigInt({ min: 1n, max: 9n }) },
)

const moved = (from: Address | undefined, to: Address, value: bigint, contract?: Address) => ({
  is: 'transfer',
  from,
  to,
  figure: { value, contract },
})
const withdrawn = (kind: string, by: Address, { account, seeded, other }: Cast, value: bigint) =>
  by === account
    ? { is: 'withdrawal', kind, account: seeded, to: other, figure: { value, contract: undefined } }
    : moved(seeded, other, value)
const authority = (name: string, to: Address | undefined) => ({ is: 'authority', name, to })
const call = (name: string) => ({ is: 'known-call', name })

type Part = (
  value: bigint,
  by: Address,
  cast: Cast,
) => readonly [Address, NonNullable<Instruction['accounts']>, readonly number[], ...object[]]

/** Instructions of System and Stake, by the amount they move and the signer. */
const systemParts: readonly Part[] = [
  (value, by, { account, other }) => [
    ...([systemProgram, [pays(by), writes(other)], [...u32(2), ...u64(value)]] as const),
    moved(by === account ? undefined : by, other, value),
  ],
  (_value, by, { program }) => [
    ...([systemProgram, [pays(by)], [...u32(1), ...bytesOf(program)]] as const),
    authority('Assign', program),
  ],
  (value, by) => [
    ...([systemProgram, [pays(by)], [...u32(8), ...u64(value)]] as const),
    { name: 'Allocate' },
  ],
  (value, _by, { account, seeded, program }) => [
    systemProgram,
    [pays(account), writes(seeded)],
    [...u32(3), ...bytesOf(account), ...seed('s'), ...u64(value), ...u64(0n), ...bytesOf(program)],
    moved(undefined, seeded, value),
  ],
  (value, _by, cast) => [
    systemProgram,
    [writes(cast.seeded), signs(cast.account), writes(cast.other)],
    [...u32(11), ...u64(value), ...seed('s'), ...bytesOf(systemProgram)],
    withdrawn('seed', cast.account, cast, value),
  ],
  (_value, by, { seeded }) => [
    ...([systemProgram, [writes(seeded), reads(recentBlockhashes), signs(by)], u32(4)] as const),
    { is: 'durable', account: seeded },
  ],
  (value, by, cast) => [
    systemProgram,
    [writes(cast.seeded), writes(cast.other), reads(recentBlockhashes), reads(cast.other), signs(by)],
    [...u32(5), ...u64(value)],
    withdrawn('nonce', by, cast, value),
  ],
  (_value, by, { seeded, other }) => [
    ...([systemProgram, [writes(seeded), signs(by)], [...u32(7), ...bytesOf(other)]] as const),
    authority('AuthorizeNonceAccount', other),
  ],
  (_value, by, { seeded, other }) => [
    stakeProgram,
    [writes(seeded), reads(recentBlockhashes), signs(by)],
    [...u32(1), ...bytesOf(other), ...u32(1)],
    authority('Authorize: Withdrawer', other),
  ],
]

const sourceUnlessAccount = (by: Address, { account }: Cast) => (by === account ? undefined : by)

/** Instructions that SPL Token and Token-2022 share. */
const tokenParts: readonly ((token: CastToken) => Part)[] = [
  ({ program, source, destination }) =>
    (value, by, cast) => [
      ...([program, [writes(source), writes(destination), signs(by)], [3, ...u64(value)]] as const),
      moved(sourceUnlessAccount(by, cast), destination, value, source),
    ],
  ({ program, mint, decimals, source, destination }) =>
    (value, by, cast) => [
      program,
      [writes(source), reads(mint), writes(destination), signs(by)],
      [12, ...u64(value), decimals],
      moved(sourceUnlessAccount(by, cast), destination, value, mint),
    ],
  ({ program, source }) =>
    (value, by, { other }) => [
      ...([program, [writes(source), reads(other), signs(by)], [4, ...u64(value)]] as const),
      { is: 'approval', spender: other, figure: { value, contract: source } },
    ],
  ({ program, mint, decimals, source }) =>
    (value, by, { other }) => [
      program,
      [writes(source), reads(mint), reads(other), signs(by)],
      [13, ...u64(value), decimals],
      { is: 'approval', spender: other, figure: { value, contract: mint } },
    ],
  ({ program, source }) =>
    (_value, by, { other }) => [
      ...([program, [writes(source), signs(by)], [6, 2, 1, ...bytesOf(other)]] as const),
      authority('SetAuthority: AccountOwner', other),
    ],
  ({ program, source }) =>
    (_value, by, { other }) => [
      ...([program, [writes(source), signs(by)], [6, 3, 1, ...bytesOf(other)]] as const),
      authority('SetAuthority: CloseAccount', other),
    ],
  ({ program, mint, source }) =>
    (value, by, cast) => [
      ...([program, [writes(source), writes(mint), signs(by)], [8, ...u64(value)]] as const),
      { is: 'burn', from: sourceUnlessAccount(by, cast), figure: { value, contract: mint } },
    ],
  ({ program, source }) =>
    (_value, by, { other }) => [
      ...([program, [writes(source), writes(other), signs(by)], [9]] as const),
      { is: 'transfer-all', to: other },
    ],
  ({ program, source }) =>
    (_value, by) => [...([program, [writes(source), signs(by)], [5]] as const), call('Revoke')],
  ({ program, source }) =>
    (_value, by, { other }) => [
      ...([program, [writes(source), writes(other), signs(by)], [38]] as const),
      ...(program === token2022Program ? [{ is: 'transfer-all', to: other }] : []),
    ],
  ({ program, source }) =>
    (value, by, { other }) => [
      program,
      [writes(source), reads(other), signs(by)],
      [255, 3, 9, 4, ...u64(value)],
      { is: 'approval', spender: other, figure: { value, contract: source } },
    ],
  ({ program, mint, decimals, source, destination }) =>
    (value, by, cast) => [
      program,
      [writes(source), reads(mint), writes(destination), signs(by)],
      [26, 1, ...u64(value), decimals, ...u64(0n)],
      ...(program === token2022Program
        ? [moved(sourceUnlessAccount(by, cast), destination, value, mint)]
        : []),
    ],
  ({ program, mint, destination }) =>
    (_value, by, { other }) => [
      associatedProgram,
      [pays(by), writes(destination), reads(other), reads(mint), reads(systemProgram), reads(program)],
      [1],
      call('CreateTokenAccount'),
    ],
]

const otherParts: readonly Part[] = [
  () => [
    ...([memoProgram, [], [...new TextEncoder().encode('Order 7')]] as const),
    { is: 'message', text: 'Order 7' },
    call('Memo'),
  ],
  (value, _by, { account, program }) => [
    ...([program, [signs(account)], [...u64(value)]] as const),
    { is: 'unknown-call', to: program, mayTake: true },
  ],
  (value, _by, { program, tokens: [token] }) => [
    ...([program, [reads(token.mint)], [...u64(value)]] as const),
    { is: 'unknown-call', to: program, mayTake: false },
  ],
]

/** A change to an instruction after which no facts are expected of it. */
const changes = fc.record({
  kind: fc.constantFrom('byte', 'cut', 'more', 'fewer accounts', 'swap', 'tag'),
  at: fc.nat({ max: 60 }),
  byte: fc.nat({ max: 255 }),
})

function changed(
  instruction: Instruction,
  { kind, at, byte }: { kind: string; at: number; byte: number },
): Instruction {
  const data = [...(instruction.data ?? [])]
  const accounts = [...(instruction.accounts ?? [])]
  if (kind === 'byte' && data.length > 0) data[at % data.length] = byte
  if (kind === 'tag' && data.length > 0) data[0] = byte
  if (kind === 'cut') data.splice(at % (data.length + 1))
  if (kind === 'more') data.push(byte)
  if (kind === 'fewer accounts') accounts.splice(at % (accounts.length + 1))
  if (kind === 'swap') accounts.reverse()
  return { ...instruction, accounts, data: Uint8Array.from(data) }
}

/** One random instruction; `changedPercent` percent of them are changed so that no facts are expected. */
export function randomInstruction(cast: Cast, changedPercent: number): fc.Arbitrary<RandomInstruction> {
  const parts = [
    ...systemParts,
    ...otherParts,
    ...cast.tokens.flatMap((token) => tokenParts.map((part) => part(token))),
  ]
  return fc
    .record({
      part: fc.oneof(
        {
          weight: 1,
          arbitrary: fc.constantFrom(systemParts[0] ?? parts[0], tokenParts[1]?.(cast.tokens[0])),
        },
        { weight: 4, arbitrary: fc.constantFrom(...parts) },
      ),
      value: amounts,
      by: fc.oneof(
        { weight: 7, arbitrary: fc.constant(cast.account) },
        { weight: 1, arbitrary: fc.constant(cast.other) },
      ),
      scramble: fc.oneof(
        { weight: 100 - changedPercent, arbitrary: fc.constant(undefined) },
        { weight: changedPercent, arbitrary: changes },
      ),
    })
    .map(({ part = otherParts[0], value, by, scramble: change }) => {
      if (part === undefined) throw new Error('There is no instruction to draw')
      const [programAddress, accounts, data, ...facts] = part(value, by, cast)
      const instruction: Instruction = { programAddress, accounts, data: Uint8Array.from(data) }
      return change === undefined
        ? { instruction, facts }
        : { instruction: changed(instruction, change), facts: [] }
    })
}
