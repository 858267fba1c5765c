import type { Address } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { readInstruction } from '../../testing/program-call.ts'
import { keyBytes, seed, u32, u64 } from '../../testing/transactions.ts'
import { alice, bob, thief, vault } from '../../testing/unit-world.ts'
import { readSystem } from './system.ts'

const coins = (from: Address | undefined, to: Address) => ({
  ...{ is: 'transfer', from, to },
  figure: { value: 5n, contract: undefined },
})
const right = (name: string, kind: string, to: Address | undefined) => ({
  is: 'authority',
  name,
  right: kind,
  to,
})
const call = (name: string, values: object = {}) => ({
  ...{ is: 'known-call', name },
  lines: Object.entries(values).map(([label, value]) => ({ label, value: String(value) })),
})
const five = u64(5n)
const owner = keyBytes(bob)
const seeded = [...keyBytes(alice), ...seed('seed')]
const opened = { account: vault, owner: bob, space: 9 }

describe('System program', () => {
  it.each<[string, readonly Address[], readonly number[], readonly object[]]>([
    [
      'CreateAccount',
      [alice, vault],
      [...u32(0), ...five, ...u64(9n), ...owner],
      [coins(undefined, vault), call('CreateAccount', opened)],
    ],
    [
      'CreateAccount that another pays',
      [thief, vault],
      [...u32(0), ...five, ...u64(9n), ...owner],
      [coins(thief, vault), call('CreateAccount', opened)],
    ],
    [
      'CreateAccount of the account itself',
      [thief, alice],
      [...u32(0), ...five, ...u64(9n), ...owner],
      [coins(thief, alice), right('CreateAccount', 'account', bob)],
    ],
    ['Assign of the account itself', [alice], [...u32(1), ...owner], [right('Assign', 'account', bob)]],
    ['Assign of another account', [vault], [...u32(1), ...owner], [right('Assign', 'owner', bob)]],
    ['Transfer', [alice, thief], [...u32(2), ...five], [coins(undefined, thief)]],
    ['Transfer of another’s', [bob, thief], [...u32(2), ...five], [coins(bob, thief)]],
    [
      'CreateAccountWithSeed',
      [alice, vault],
      [...u32(3), ...seeded, ...five, ...u64(9n), ...owner],
      [coins(undefined, vault), call('CreateAccountWithSeed', opened)],
    ],
    ['AdvanceNonceAccount', [vault], [...u32(4)], [{ is: 'durable', account: vault }]],
    ['Allocate', [vault], [...u32(8), ...u64(9n)], [call('Allocate', { account: vault, space: 9 })]],
    [
      'Allocate in the account itself',
      [alice],
      [...u32(8), ...u64(9n)],
      [right('Allocate', 'account', undefined)],
    ],
    ['UpgradeNonceAccount', [vault], [...u32(12)], [call('UpgradeNonceAccount', { account: vault })]],
    [
      'CreateAccountAllowPrefund of what is there',
      [vault],
      [...u32(13), ...five, ...u64(9n), ...owner],
      [coins(vault, vault), call('CreateAccountAllowPrefund', opened)],
    ],
  ])('%s › facts; throws with fewer accounts', (_name, accounts, bytes, facts) => {
    expect(readInstruction(readSystem, accounts, bytes)).toEqual({ facts, left: 0 })
    expect(() => readInstruction(readSystem, accounts.slice(0, -1), bytes)).toThrow(RangeError)
  })

  it.each<[string, readonly Address[], readonly number[], readonly object[]]>([
    [
      'InitializeNonceAccount for another',
      [],
      [...u32(6), ...owner],
      [right('InitializeNonceAccount', 'owner', bob)],
    ],
    [
      'InitializeNonceAccount for oneself',
      [],
      [...u32(6), ...keyBytes(alice)],
      [call('InitializeNonceAccount', { authority: alice })],
    ],
    ['AuthorizeNonceAccount', [], [...u32(7), ...owner], [right('AuthorizeNonceAccount', 'owner', bob)]],
    [
      'AllocateWithSeed',
      [],
      [...u32(9), ...seeded, ...u64(9n), ...owner],
      [right('AllocateWithSeed', 'owner', bob)],
    ],
    ['AssignWithSeed', [], [...u32(10), ...seeded, ...owner], [right('AssignWithSeed', 'owner', bob)]],
    [
      'CreateAccountAllowPrefund that the account pays',
      [vault, alice],
      [...u32(13), ...five, ...u64(9n), ...owner],
      [coins(undefined, vault), call('CreateAccountAllowPrefund', opened)],
    ],
  ])('%s › facts', (_name, accounts, bytes, facts) => {
    expect(readInstruction(readSystem, accounts, bytes)).toEqual({ facts, left: 0 })
  })

  it('unknown instruction › undefined', () => {
    expect(readInstruction(readSystem, [alice, bob], u32(14)).facts).toBeUndefined()
  })
})
