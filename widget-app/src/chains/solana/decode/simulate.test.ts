import { type Address, address, getAddressDecoder, getAddressEncoder } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import * as z from '#shared/zod.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { Simulation } from '../../simulation.ts'
import { stakeProgram, systemProgram, token2022Program, tokenProgram } from '../programs.ts'
import { dappWorld, signs } from '../testing/dapp-world.ts'
import { inContext } from '../testing/scripted-node.ts'
import { base64, instructionOf, wireOf } from '../testing/transactions.ts'
import { accountJson, alice, bob, mint, mintJson, network, thief, vault } from '../testing/unit-world.ts'

const program = address('CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C')
const { signal } = new AbortController()
const key = (one: Address) => getAddressEncoder().encode(one)

const configSchema = z.object({ accounts: z.object({ addresses: z.array(z.string()) }) })

type State = ReturnType<typeof accountJson>

/** An account of a program: its data is zeros except for `parts`. */
function state(
  owner: Address,
  length: number,
  parts: readonly (readonly [at: number, bytes: Iterable<number>])[],
): State {
  const data = new Uint8Array(length)
  for (const [at, bytes] of parts) data.set([...bytes], at)
  return accountJson(2_039_280, owner, data)
}

const amount = (value: bigint) => new Uint8Array(new BigUint64Array([value]).buffer)

/** A token account of the mint. */
const tokenAccount = (
  owner: Address,
  value: bigint,
  ...more: readonly (readonly [number, Iterable<number>])[]
) => state(tokenProgram, 165, [[0, key(mint)], [32, key(owner)], [64, amount(value)], [108, [1]], ...more])

const mintState = (...more: readonly (readonly [number, Iterable<number>])[]) =>
  state(tokenProgram, 82, [[44, [6]], [45, [1]], ...more])

/** Simulates an unknown program that may write to one account, and to `others` more. */
async function simulateCall(
  before: State | null,
  after: State | null,
  {
    others = 0,
    bundledToken,
    reported,
  }: {
    readonly others?: number
    readonly bundledToken?: AdapterPorts['bundledToken']
    readonly reported?: number
  } = {},
): Promise<Simulation | undefined> {
  const extra = Array.from({ length: others }, (_, at) =>
    getAddressDecoder().decode(new Uint8Array(32).fill(at + 1)),
  )
  const wire = wireOf([instructionOf(program, [{ signer: alice }, vault, ...extra], [1])])
  const accountState = accountJson(9)
  const node = {
    getMultipleAccounts: ([names]: readonly unknown[]) =>
      inContext(
        (Array.isArray(names) ? names : []).map((name) =>
          name === alice ? accountState : name === vault ? before : name === mint ? mintJson(6) : null,
        ),
      ),
    simulateTransaction: ([, config]: readonly unknown[]) => {
      const { accounts: watched } = configSchema.parse(config)
      const accounts = watched.addresses.map((name) =>
        name === alice ? accountState : name === vault ? after : null,
      )
      return inContext({ err: null, accounts: accounts.slice(0, reported) })
    },
    getFeeForMessage: () => inContext(0),
  }
  const world = dappWorld({ node, ...(bundledToken === undefined ? {} : { bundledToken }) })
  const prepared = await world.prepare(signs, { address: alice, transaction: base64(wire) })
  return prepared.simulate?.(network, signal)
}

const delegated = (to: Address, value: bigint): readonly (readonly [number, Iterable<number>])[] => [
  [72, [1]],
  [76, key(to)],
  [121, amount(value)],
]
const authority = (name: string, to: Address | undefined, right = 'owner') => ({
  is: 'authority',
  name,
  right,
  to,
})

describe('simulate › granted authorities', () => {
  it.each<[string, State | null, State, object]>([
    [
      'a delegate',
      tokenAccount(alice, 9n),
      tokenAccount(alice, 9n, ...delegated(thief, 5n)),
      { is: 'approval', spender: thief, figure: { value: 5n, contract: mint }, isUnlimited: false },
    ],
    [
      'a delegate for more than before',
      tokenAccount(alice, 9n, ...delegated(thief, 5n)),
      tokenAccount(alice, 9n, ...delegated(thief, 6n)),
      { is: 'approval', spender: thief, figure: { value: 6n, contract: mint }, isUnlimited: false },
    ],
    [
      'a delegate of a new token account',
      null,
      tokenAccount(alice, 9n, ...delegated(thief, 2n ** 63n)),
      { is: 'approval', spender: thief, isUnlimited: true },
    ],
    [
      'a close authority',
      tokenAccount(alice, 9n),
      tokenAccount(alice, 9n, [129, [1]], [133, key(thief)]),
      authority('SetAuthority: CloseAccount', thief),
    ],
    [
      'an owner',
      tokenAccount(alice, 0n),
      tokenAccount(thief, 0n),
      authority('SetAuthority: AccountOwner', thief),
    ],
    [
      'the mint authority',
      mintState([0, [1]], [4, key(alice)]),
      mintState([0, [1]], [4, key(thief)]),
      authority('SetAuthority: MintTokens', thief),
    ],
    [
      'the freeze authority, given up',
      mintState([46, [1]], [50, key(alice)]),
      mintState(),
      authority('SetAuthority: FreezeAccount', undefined),
    ],
    [
      'the withdrawer of stake',
      state(stakeProgram, 200, [
        [0, [2]],
        [12, key(alice)],
        [44, key(alice)],
      ]),
      state(stakeProgram, 200, [
        [0, [2]],
        [12, key(alice)],
        [44, key(thief)],
      ]),
      authority('Authorize: Withdrawer', thief),
    ],
    [
      'the authority of a nonce account',
      state(systemProgram, 80, [[8, key(alice)]]),
      state(systemProgram, 80, [[8, key(thief)]]),
      authority('AuthorizeNonceAccount', thief),
    ],
  ])('R8 › %s › a grant', async (_name, before, after, grant) => {
    const outcome = await simulateCall(before, after)
    expect(outcome).toMatchObject({ is: 'runs', isPartial: false })
    expect(outcome?.is === 'runs' ? outcome.grants : []).toContainEqual(expect.objectContaining(grant))
  })

  it('R8 › authorities that others had before › no grant', async () => {
    const same = tokenAccount(alice, 9n, ...delegated(thief, 5n))
    expect(await simulateCall(same, same)).toMatchObject({ grants: [] })
    expect(await simulateCall(tokenAccount(bob, 1n), tokenAccount(thief, 1n))).toMatchObject({
      grants: [],
      changes: [],
    })
    expect(await simulateCall(same, tokenAccount(alice, 4n))).toMatchObject({ grants: [] })
  })
})

describe('simulate › amounts', () => {
  const gains = (options: Parameters<typeof simulateCall>[2] = {}) =>
    simulateCall(tokenAccount(alice, 1n), tokenAccount(alice, 5_001n), options)

  it('R8 › bundled token › its pinned symbol and decimals', async () => {
    const bundledToken: AdapterPorts['bundledToken'] = (_chain, contract) =>
      contract === mint ? { symbol: 'USDC', decimals: 9 } : undefined
    expect(await gains({ bundledToken })).toMatchObject({
      changes: [{ figure: { value: 5_000n, contract: mint, asset: { symbol: 'USDC', decimals: 9 } } }],
    })
  })

  it('R8 › any other token › its address instead of a symbol', async () => {
    expect(await gains()).toMatchObject({
      changes: [{ figure: { contract: mint, asset: { symbol: 'EPjF…Dt1v', decimals: 6 } } }],
    })
  })

  it('R8 › node reports fewer accounts › partial', async () => {
    expect(await gains()).toMatchObject({ isPartial: false })
    expect(await gains({ reported: 1 })).toMatchObject({ isPartial: true })
  })

  it('R8 › more relevant accounts than a node reports › partial', async () => {
    expect(await gains({ others: 22 })).toMatchObject({ isPartial: false })
    expect(await gains({ others: 23 })).toMatchObject({ isPartial: true })
  })

  it('R8 › Token-2022 mint with extensions › its authorities are compared too', async () => {
    const mintOf = (to: Address) =>
      state(token2022Program, 170, [
        [0, [1]],
        [4, key(to)],
        [44, [6]],
        [45, [1]],
        [165, [1]],
      ])
    const outcome = await simulateCall(mintOf(alice), mintOf(thief))
    expect(outcome).toMatchObject({ grants: [authority('SetAuthority: MintTokens', thief)] })
  })
})
