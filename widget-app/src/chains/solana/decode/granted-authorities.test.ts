import type { Address } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import type { ChainAccount } from '../chain-records.ts'
import {
  lookupTableProgram,
  stakeProgram,
  systemProgram,
  tokenProgram,
  upgradeableLoader,
} from '../programs.ts'
import { keyBytes, u64 } from '../testing/transactions.ts'
import { alice, bob, mint, thief, vault } from '../testing/unit-world.ts'
import { grantedAuthorities, hasAuthorityOver } from './granted-authorities.ts'

type Parts = readonly (readonly [at: number, bytes: readonly number[]])[]

/** An account of a program: zeros except for `parts`, cut to `length`. */
function state(owner: Address, length: number, parts: Parts = []): ChainAccount {
  const padded = new Uint8Array(300)
  for (const [at, bytes] of parts) padded.set(bytes, at)
  return { owner, data: padded.slice(0, length), lamports: 1n, executable: false }
}
const tokenAccount = (owner: Address, ...more: Parts) =>
  state(tokenProgram, 165, [[0, keyBytes(mint)], [32, keyBytes(owner)], [64, u64(9n)], ...more])
const delegate = (to: Address, value: bigint): Parts => [
  [72, [1, 0, 0, 0, ...keyBytes(to)]],
  [121, u64(value)],
]
const stake = (kind: number, staker: Address, withdrawer: Address, length = 200) =>
  state(stakeProgram, length, [
    [0, [kind]],
    [12, keyBytes(staker)],
    [44, keyBytes(withdrawer)],
  ])
const programData = (authority: Address, flag = 1, length = 60) =>
  state(upgradeableLoader, length, [
    [0, [3]],
    [12, [flag, ...keyBytes(authority)]],
  ])
const buffer = (authority: Address) =>
  state(upgradeableLoader, 60, [
    [0, [1]],
    [4, [1, ...keyBytes(authority)]],
  ])
const table = (authority: Address, flag = 1) =>
  state(lookupTableProgram, 60, [
    [0, [1]],
    [21, [flag, ...keyBytes(authority)]],
  ])
const nonce = (authority: Address, owner: Address = systemProgram, length = 80) =>
  state(owner, length, [[8, keyBytes(authority)]])

const grantedBy = (before: ChainAccount | undefined, after: ChainAccount | null, at: string = vault) =>
  grantedAuthorities(new Map(before ? [[at, before]] : []), [at], [after], alice)
const authorityFact = (name: string, to: Address | undefined, kind = 'owner') => ({
  is: 'authority',
  name,
  right: kind,
  to,
})
const approved = (value: bigint, isUnlimited = false) => ({
  ...{ is: 'approval', spender: thief, isUnlimited },
  figure: { value, contract: mint },
})

describe('authorities that a simulation transfers', () => {
  it.each<[string, ChainAccount, ChainAccount, readonly object[]]>([
    ['staker', stake(1, alice, bob), stake(1, thief, bob), [authorityFact('Authorize: Staker', thief)]],
    [
      'withdrawer',
      stake(2, bob, alice),
      stake(2, bob, thief),
      [authorityFact('Authorize: Withdrawer', thief)],
    ],
    [
      'staker of a short account',
      stake(1, alice, bob, 76),
      stake(1, thief, bob, 76),
      [authorityFact('Authorize: Staker', thief)],
    ],
    ['a program', programData(alice), programData(thief), [authorityFact('SetUpgradeAuthority', thief)]],
    [
      'a program, to none',
      programData(alice),
      programData(thief, 0),
      [authorityFact('SetUpgradeAuthority', undefined)],
    ],
    [
      'a program whose bytes end with its holder',
      programData(alice, 1, 45),
      programData(thief, 1, 45),
      [authorityFact('SetUpgradeAuthority', thief)],
    ],
    ['a buffer', buffer(alice), buffer(thief), [authorityFact('SetUpgradeAuthority', thief)]],
    ['a lookup table', table(alice), table(thief), [authorityFact('SetLookupTableAuthority', thief)]],
    [
      'a lookup table, to none',
      table(alice),
      table(thief, 0),
      [authorityFact('SetLookupTableAuthority', undefined)],
    ],
    ['a nonce account', nonce(alice), nonce(thief), [authorityFact('AuthorizeNonceAccount', thief)]],
    [
      'a nonce account, to another program',
      nonce(alice),
      state(tokenProgram, 80),
      [authorityFact('AuthorizeNonceAccount', tokenProgram)],
    ],
  ])('%s › the authority and its new holder', (_name, before, after, authorities) => {
    expect(grantedBy(before, after)).toEqual(authorities)
  })

  it.each<[string, ChainAccount, ChainAccount | null]>([
    ['rights that stay', stake(1, alice, alice), stake(1, alice, alice)],
    ['rights of another', programData(bob), programData(thief)],
    ['a stake that is not set up', stake(0, alice, alice), stake(0, thief, thief)],
    ['a stake of too few bytes', stake(1, alice, alice, 75), stake(1, thief, thief, 75)],
    [
      'a program that is no program data',
      state(upgradeableLoader, 60, [
        [0, [2]],
        [12, [1, ...keyBytes(alice)]],
      ]),
      programData(thief),
    ],
    [
      'program data of another program',
      state(bob, 60, [
        [0, [3]],
        [12, [1, ...keyBytes(alice)]],
      ]),
      programData(thief),
    ],
    [
      'a buffer of another program',
      state(bob, 60, [
        [0, [1]],
        [4, [1, ...keyBytes(alice)]],
      ]),
      buffer(thief),
    ],
    [
      'a loader’s account that is no buffer',
      state(upgradeableLoader, 60, [
        [0, [2]],
        [4, [1, ...keyBytes(alice)]],
      ]),
      buffer(thief),
    ],
    ['a stake of another program', { ...stake(1, alice, alice), owner: bob }, stake(1, thief, thief)],
    ['a table of another program', { ...table(alice), owner: bob }, table(thief)],
    [
      'a table that is not set up',
      state(lookupTableProgram, 60, [[21, [1, ...keyBytes(alice)]]]),
      table(thief),
    ],
    ['a nonce account of another length', nonce(alice, systemProgram, 81), nonce(thief, systemProgram, 81)],
    ['a nonce account of another program', nonce(alice, bob), nonce(thief, bob)],
    ['an account that is closed', programData(alice), null],
  ])('%s › no grant', (_name, before, after) => {
    expect(grantedBy(before, after)).toEqual([])
  })

  it('key of the holder is truncated › no grant', () => {
    expect(grantedBy(programData(alice, 1, 44), programData(thief, 1, 44))).toEqual([])
  })

  it.each<[string, ChainAccount, readonly object[]]>([
    ['another program', state(thief, 0), [authorityFact('Assign', thief, 'account')]],
    ['data', state(systemProgram, 80), [authorityFact('Assign', systemProgram, 'account')]],
    ['neither', state(systemProgram, 0), []],
  ])(
    'the account itself gets %s › an authority over the account, or nothing',
    (_name, after, authorities) => {
      expect(grantedBy(state(systemProgram, 0), after, alice)).toEqual(authorities)
    },
  )
})

describe('approvals that a simulation grants', () => {
  it.each<[string, ChainAccount | undefined, ChainAccount, readonly object[]]>([
    ['a delegate', tokenAccount(alice), tokenAccount(alice, ...delegate(thief, 5n)), [approved(5n)]],
    [
      'a delegate for 2^63',
      tokenAccount(alice),
      tokenAccount(alice, ...delegate(thief, 2n ** 63n)),
      [approved(2n ** 63n, true)],
    ],
    [
      'another delegate',
      tokenAccount(alice, ...delegate(bob, 5n)),
      tokenAccount(alice, ...delegate(thief, 5n)),
      [approved(5n)],
    ],
    [
      'the same for more',
      tokenAccount(alice, ...delegate(thief, 4n)),
      tokenAccount(alice, ...delegate(thief, 5n)),
      [approved(5n)],
    ],
    [
      'the same for as much',
      tokenAccount(alice, ...delegate(thief, 5n)),
      tokenAccount(alice, ...delegate(thief, 5n)),
      [],
    ],
    ['a delegate of a new account', undefined, tokenAccount(alice, ...delegate(thief, 5n)), [approved(5n)]],
    ['a delegate of another’s account', tokenAccount(bob), tokenAccount(bob, ...delegate(thief, 5n)), []],
    [
      'a delegate that the account had as another’s',
      tokenAccount(bob, ...delegate(thief, 5n)),
      tokenAccount(alice, ...delegate(thief, 5n)),
      [approved(5n)],
    ],
  ])('%s › an approval or none', (_name, before, after, facts) => {
    expect(grantedBy(before, after)).toEqual(facts)
  })

  const closes = (to: Address): Parts => [[129, [1, 0, 0, 0, ...keyBytes(to)]]]
  it.each<[string, ChainAccount, readonly object[]]>([
    [
      'another may close',
      tokenAccount(alice, ...closes(thief)),
      [authorityFact('SetAuthority: CloseAccount', thief)],
    ],
    ['the account may close', tokenAccount(alice, ...closes(alice)), []],
    ['another may close, of another’s', tokenAccount(bob, ...closes(thief)), []],
  ])('new token account that %s › an authority or none', (_name, after, facts) => {
    expect(grantedBy(undefined, after)).toEqual(facts)
  })
})

it('hasAuthorityOver › the account itself, and each authority', () => {
  expect(hasAuthorityOver(alice, state(systemProgram, 0), alice)).toBe(true)
  expect(hasAuthorityOver(vault, stake(1, bob, alice), alice)).toBe(true)
  expect(hasAuthorityOver(vault, stake(1, bob, thief), alice)).toBe(false)
  expect(hasAuthorityOver(vault, state(systemProgram, 0), alice)).toBe(false)
})
