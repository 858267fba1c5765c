import type { Address } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { tokenAccountMost, tokenAccountRent } from '../../programs.ts'
import { readInstruction } from '../../testing/program-call.ts'
import { keyBytes, u32, u64 } from '../../testing/transactions.ts'
import { alice, bob, mint, thief, vault } from '../../testing/unit-world.ts'
import {
  readAssociatedToken,
  readFirstLoader,
  readLighthouse,
  readLoaderV4,
  readLookupTableProgram,
  readMemo,
  readSignatureCheck,
  readUpgradeableLoader,
} from './other-programs.ts'

type Row = readonly [
  name: string,
  accounts: readonly Address[],
  bytes: readonly number[],
  facts: readonly object[],
]

const coins = (value: bigint, from: Address | undefined, to: Address) => ({
  ...{ is: 'transfer', from, to },
  figure: { value, contract: undefined },
})
const all = (to: Address) => ({ is: 'transfer-all', to })
const right = (name: string, to: Address | undefined, kind = 'control') => ({
  is: 'authority',
  name,
  right: kind,
  to,
})
const call = (name: string, values: object = {}) => ({
  ...{ is: 'known-call', name },
  lines: Object.entries(values).map(([label, value]) => ({ label, value: String(value) })),
})

describe('Associated Token Account program', () => {
  const made = (payer: Address, owner: Address) => [payer, vault, owner, mint, bob, bob]
  const created = (owner: Address) => call('CreateTokenAccount', { account: vault, owner, mint })
  const deposit = { value: tokenAccountMost, contract: undefined }
  it.each<Row>([
    ['Create for oneself', made(alice, alice), [], [{ ...created(alice), deposit }]],
    ['Create for oneself, by its byte', made(alice, alice), [0], [{ ...created(alice), deposit }]],
    [
      'CreateIdempotent that another pays',
      made(bob, alice),
      [1],
      [{ ...created(alice), deposit: undefined }],
    ],
    [
      'Create for another',
      made(alice, thief),
      [],
      [coins(tokenAccountRent, undefined, vault), created(thief)],
    ],
    [
      'Create for another, by another',
      made(bob, thief),
      [1],
      [coins(tokenAccountRent, bob, vault), created(thief)],
    ],
    [
      'RecoverNested',
      [vault, mint, bob, mint, mint, alice],
      [2],
      [call('RecoverNested', { account: vault, to: bob, wallet: alice })],
    ],
  ])('%s › payer and facts; throws with fewer accounts', (_name, accounts, bytes, facts) => {
    expect(readInstruction(readAssociatedToken, accounts, bytes)).toEqual({ facts, left: 0 })
    expect(() => readInstruction(readAssociatedToken, accounts.slice(0, -1), bytes)).toThrow(RangeError)
  })

  it('unknown instruction 3 › undefined', () => {
    expect(readInstruction(readAssociatedToken, made(alice, alice), [3]).facts).toBeUndefined()
  })
})

describe('lookup tables and loaders', () => {
  it.each<Row>([
    [
      'CreateLookupTable for another',
      [vault, thief],
      [...u32(0), ...u64(5n), 1],
      [right('CreateLookupTable', thief, 'owner')],
    ],
    [
      'CreateLookupTable for oneself',
      [vault, alice],
      [...u32(0), ...u64(5n), 1],
      [call('CreateLookupTable', { authority: alice })],
    ],
    ['FreezeLookupTable', [vault], u32(1), [right('FreezeLookupTable', vault)]],
    ['ExtendLookupTable', [vault], [...u32(2), 1, 2], [right('ExtendLookupTable', vault)]],
    ['DeactivateLookupTable', [vault], u32(3), [right('DeactivateLookupTable', vault)]],
    ['CloseLookupTable', [vault, alice, thief], u32(4), [all(thief)]],
    [
      'CloseLookupTable to oneself',
      [vault, alice, alice],
      u32(4),
      [call('CloseLookupTable', { account: vault })],
    ],
  ])('%s › facts; throws with fewer accounts', (_name, accounts, bytes, facts) => {
    expect(readInstruction(readLookupTableProgram, accounts, bytes)).toEqual({ facts, left: 0 })
    expect(() => readInstruction(readLookupTableProgram, accounts.slice(0, -1), bytes)).toThrow(RangeError)
  })

  it.each<Row>([
    ['InitializeBuffer for another', [vault, thief], u32(0), [right('InitializeBuffer', thief, 'owner')]],
    ['Write', [vault], [...u32(1), 1, 2], [right('WriteProgramBuffer', vault)]],
    ['Deploy', [alice, bob, vault], [...u32(2), ...u64(5n)], [right('DeployProgram', vault)]],
    ['Upgrade', [mint, vault, bob, thief], u32(3), [right('UpgradeProgram', vault), all(thief)]],
    [
      'Upgrade whose rest comes back',
      [mint, vault, bob, alice],
      u32(3),
      [right('UpgradeProgram', vault), call('UpgradeProgram', { account: bob })],
    ],
    ['Close of a buffer', [vault, thief], u32(5), [all(thief)]],
    ['SetAuthorityChecked', [vault, alice, thief], u32(7), [right('SetUpgradeAuthority', thief, 'owner')]],
    ['Migrate', [mint, vault], u32(8), [right('MigrateProgram', vault)]],
  ])('upgradeable loader › %s › facts; throws with fewer accounts', (_name, accounts, bytes, facts) => {
    expect(readInstruction(readUpgradeableLoader, accounts, bytes)).toEqual({ facts, left: 0 })
    expect(() => readInstruction(readUpgradeableLoader, accounts.slice(0, -1), bytes)).toThrow(RangeError)
  })

  const room = call('ExtendProgram', { account: vault, bytes: 2 })
  it.each<Row>([
    ['SetAuthority', [vault, alice, thief], u32(4), [right('SetUpgradeAuthority', thief, 'owner')]],
    ['SetAuthority to none', [vault, alice], u32(4), [right('SetUpgradeAuthority', undefined, 'owner')]],
    ['Close of a program', [vault, thief, alice, mint], u32(5), [right('CloseProgram', mint), all(thief)]],
    ['Extend that costs nothing', [vault, mint, bob], [...u32(6), ...u32(2)], [room]],
    ['Extend', [vault, mint, bob, alice], [...u32(6), ...u32(2)], [coins(13_920n, undefined, vault), room]],
    [
      'Extend that another pays',
      [vault, mint, bob, bob],
      [...u32(6), ...u32(2)],
      [coins(13_920n, bob, vault), room],
    ],
    [
      'ExtendChecked',
      [vault, mint, bob, bob, alice],
      [...u32(9), ...u32(2)],
      [coins(13_920n, undefined, vault), room],
    ],
  ])('upgradeable loader › %s › facts', (_name, accounts, bytes, facts) => {
    expect(readInstruction(readUpgradeableLoader, accounts, bytes)).toEqual({ facts, left: 0 })
  })

  it.each<Row>([
    ['Write', [vault], [...u32(0), 1], [right('WriteProgram', vault)]],
    ['Copy', [vault], [...u32(1), 1], [right('CopyProgram', vault)]],
    ['SetProgramLength', [vault, alice], [...u32(2), ...u32(1)], [right('SetProgramLength', vault)]],
    [
      'SetProgramLength, with a rest',
      [vault, alice, thief],
      [...u32(2), ...u32(1)],
      [right('SetProgramLength', vault), all(thief)],
    ],
    ['Deploy with a third account', [vault, alice, thief], u32(3), [right('DeployProgram', vault)]],
    ['Retract', [vault], u32(4), [right('RetractProgram', vault)]],
    ['TransferAuthority', [vault, alice, thief], u32(5), [right('TransferProgramAuthority', thief, 'owner')]],
    ['Finalize', [vault], u32(6), [right('FinalizeProgram', vault)]],
  ])('loader v4 › %s › facts', (_name, accounts, bytes, facts) => {
    expect(readInstruction(readLoaderV4, accounts, bytes)).toEqual({ facts, left: 0 })
  })

  it('first loaders, Write and Finalize › control of the program', () => {
    const read = (...bytes: readonly number[]) => readInstruction(readFirstLoader, [vault], bytes)
    expect(read(...u32(0), 1)).toEqual({ facts: [right('WriteProgram', vault)], left: 0 })
    expect(read(...u32(1))).toEqual({ facts: [right('FinalizeProgram', vault)], left: 0 })
  })

  it.each([
    ['lookup tables', readLookupTableProgram, 5],
    ['programs that can be upgraded', readUpgradeableLoader, 10],
    ['the fourth loader', readLoaderV4, 7],
    ['the first loaders', readFirstLoader, 2],
  ] as const)('unknown instruction of %s › undefined', (_name, read, tag) => {
    expect(readInstruction(read, [vault, alice, thief, bob], [...u32(tag), ...u32(0)]).facts).toBeUndefined()
  })
})

describe('programs that move nothing', () => {
  it.each([
    [1, false],
    [2, true],
    [17, true],
    [18, false],
  ])('Lighthouse instruction %i › an assertion: %s', (tag, asserts) => {
    expect(readInstruction(readLighthouse, [], [tag, 9])).toEqual({
      facts: asserts ? [call('Assert')] : undefined,
      left: 0,
    })
  })

  it('signature check › known only without accounts', () => {
    expect(readInstruction(readSignatureCheck, [], [1, 2])).toEqual({
      facts: [call('VerifySignature')],
      left: 0,
    })
    expect(readInstruction(readSignatureCheck, [alice], [1, 2]).facts).toBeUndefined()
  })

  it('memo that is not UTF-8 › undefined', () => {
    expect(readInstruction(readMemo, [], [0xff, ...keyBytes(bob)]).facts).toBeUndefined()
  })
})
