import type { Address } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { decodeWith } from '../../testing/program-call.ts'
import { keyBytes, seed, u32, u64 } from '../../testing/transactions.ts'
import { alice, bob, thief, vault } from '../../testing/unit-world.ts'
import { decodeSystem } from './system.ts'

const nativeTransfer = (from: Address | undefined, to: Address) => ({
  ...{ is: 'transfer', from, to },
  figure: { value: 5n, contract: undefined },
})
const authority = (name: string, kind: string, to: Address | undefined) => ({
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
const created = { account: vault, owner: bob, space: 9 }

describe('System program', () => {
  it.each<[string, readonly Address[], readonly number[], readonly object[]]>([
    [
      'CreateAccount',
      [alice, vault],
      [...u32(0), ...five, ...u64(9n), ...owner],
      [nativeTransfer(undefined, vault), call('CreateAccount', created)],
    ],
    [
      'CreateAccount that another pays',
      [thief, vault],
      [...u32(0), ...five, ...u64(9n), ...owner],
      [nativeTransfer(thief, vault), call('CreateAccount', created)],
    ],
    [
      'CreateAccount of the account itself',
      [thief, alice],
      [...u32(0), ...five, ...u64(9n), ...owner],
      [nativeTransfer(thief, alice), authority('CreateAccount', 'account', bob)],
    ],
    ['Assign of the account itself', [alice], [...u32(1), ...owner], [authority('Assign', 'account', bob)]],
    ['Assign of another account', [vault], [...u32(1), ...owner], [authority('Assign', 'owner', bob)]],
    ['Transfer', [alice, thief], [...u32(2), ...five], [nativeTransfer(undefined, thief)]],
    ['Transfer of another’s', [bob, thief], [...u32(2), ...five], [nativeTransfer(bob, thief)]],
    [
      'CreateAccountWithSeed',
      [alice, vault],
      [...u32(3), ...seeded, ...five, ...u64(9n), ...owner],
      [nativeTransfer(undefined, vault), call('CreateAccountWithSeed', created)],
    ],
    ['AdvanceNonceAccount', [vault], [...u32(4)], [{ is: 'durable', account: vault }]],
    ['Allocate', [vault], [...u32(8), ...u64(9n)], [call('Allocate', { account: vault, space: 9 })]],
    [
      'Allocate in the account itself',
      [alice],
      [...u32(8), ...u64(9n)],
      [authority('Allocate', 'account', undefined)],
    ],
    ['UpgradeNonceAccount', [vault], [...u32(12)], [call('UpgradeNonceAccount', { account: vault })]],
    [
      'CreateAccountAllowPrefund of what is there',
      [vault],
      [...u32(13), ...five, ...u64(9n), ...owner],
      [nativeTransfer(vault, vault), call('CreateAccountAllowPrefund', created)],
    ],
  ])('%s › facts; throws with fewer accounts', (_name, accounts, bytes, facts) => {
    expect(decodeWith(decodeSystem, accounts, bytes)).toEqual({ facts, left: 0 })
    expect(() => decodeWith(decodeSystem, accounts.slice(0, -1), bytes)).toThrow(RangeError)
  })

  it.each<[string, readonly Address[], readonly number[], readonly object[]]>([
    [
      'InitializeNonceAccount for another',
      [],
      [...u32(6), ...owner],
      [authority('InitializeNonceAccount', 'owner', bob)],
    ],
    [
      'InitializeNonceAccount for oneself',
      [],
      [...u32(6), ...keyBytes(alice)],
      [call('InitializeNonceAccount', { authority: alice })],
    ],
    ['AuthorizeNonceAccount', [], [...u32(7), ...owner], [authority('AuthorizeNonceAccount', 'owner', bob)]],
    [
      'AllocateWithSeed',
      [],
      [...u32(9), ...seeded, ...u64(9n), ...owner],
      [authority('AllocateWithSeed', 'owner', bob)],
    ],
    ['AssignWithSeed', [], [...u32(10), ...seeded, ...owner], [authority('AssignWithSeed', 'owner', bob)]],
    [
      'CreateAccountAllowPrefund that the account pays',
      [vault, alice],
      [...u32(13), ...five, ...u64(9n), ...owner],
      [nativeTransfer(undefined, vault), call('CreateAccountAllowPrefund', created)],
    ],
  ])('%s › facts', (_name, accounts, bytes, facts) => {
    expect(decodeWith(decodeSystem, accounts, bytes)).toEqual({ facts, left: 0 })
  })

  it('unknown instruction › undefined', () => {
    expect(decodeWith(decodeSystem, [alice, bob], u32(14)).facts).toBeUndefined()
  })
})
