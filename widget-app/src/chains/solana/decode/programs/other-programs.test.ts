import type { Address } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { maxTokenAccountRent, tokenAccountRent } from '../../programs.ts'
import { decodeWith } from '../../testing/program-call.ts'
import { keyBytes, u32, u64 } from '../../testing/transactions.ts'
import { alice, bob, mint, thief, vault } from '../../testing/unit-world.ts'
import {
  decodeAssociatedToken,
  decodeFirstLoader,
  decodeLighthouse,
  decodeLoaderV4,
  decodeLookupTableProgram,
  decodeMemo,
  decodeSignatureCheck,
  decodeUpgradeableLoader,
} from './other-programs.ts'

type Row = readonly [
  name: string,
  accounts: readonly Address[],
  bytes: readonly number[],
  facts: readonly object[],
]

const nativeTransfer = (value: bigint, from: Address | undefined, to: Address) => ({
  ...{ is: 'transfer', from, to },
  figure: { value, contract: undefined },
})
const transferAll = (to: Address) => ({ is: 'transfer-all', to })
const authority = (name: string, to: Address | undefined, kind = 'control') => ({
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
  const accountsFor = (payer: Address, owner: Address) => [payer, vault, owner, mint, bob, bob]
  const created = (owner: Address) => call('CreateTokenAccount', { account: vault, owner, mint })
  const deposit = { value: maxTokenAccountRent, contract: undefined }
  it.each<Row>([
    ['Create for oneself', accountsFor(alice, alice), [], [{ ...created(alice), deposit }]],
    ['Create for oneself, by its byte', accountsFor(alice, alice), [0], [{ ...created(alice), deposit }]],
    [
      'CreateIdempotent that another pays',
      accountsFor(bob, alice),
      [1],
      [{ ...created(alice), deposit: undefined }],
    ],
    [
      'Create for another',
      accountsFor(alice, thief),
      [],
      [nativeTransfer(tokenAccountRent, undefined, vault), created(thief)],
    ],
    [
      'Create for another, by another',
      accountsFor(bob, thief),
      [1],
      [nativeTransfer(tokenAccountRent, bob, vault), created(thief)],
    ],
    [
      'RecoverNested',
      [vault, mint, bob, mint, mint, alice],
      [2],
      [call('RecoverNested', { account: vault, to: bob, wallet: alice })],
    ],
  ])('%s › payer and facts; throws with fewer accounts', (_name, accounts, bytes, facts) => {
    expect(decodeWith(decodeAssociatedToken, accounts, bytes)).toEqual({ facts, left: 0 })
    expect(() => decodeWith(decodeAssociatedToken, accounts.slice(0, -1), bytes)).toThrow(RangeError)
  })

  it('unknown instruction 3 › undefined', () => {
    expect(decodeWith(decodeAssociatedToken, accountsFor(alice, alice), [3]).facts).toBeUndefined()
  })
})

describe('lookup tables and loaders', () => {
  it.each<Row>([
    [
      'CreateLookupTable for another',
      [vault, thief],
      [...u32(0), ...u64(5n), 1],
      [authority('CreateLookupTable', thief, 'owner')],
    ],
    [
      'CreateLookupTable for oneself',
      [vault, alice],
      [...u32(0), ...u64(5n), 1],
      [call('CreateLookupTable', { authority: alice })],
    ],
    ['FreezeLookupTable', [vault], u32(1), [authority('FreezeLookupTable', vault)]],
    ['ExtendLookupTable', [vault], [...u32(2), 1, 2], [authority('ExtendLookupTable', vault)]],
    ['DeactivateLookupTable', [vault], u32(3), [authority('DeactivateLookupTable', vault)]],
    ['CloseLookupTable', [vault, alice, thief], u32(4), [transferAll(thief)]],
    [
      'CloseLookupTable to oneself',
      [vault, alice, alice],
      u32(4),
      [call('CloseLookupTable', { account: vault })],
    ],
  ])('%s › facts; throws with fewer accounts', (_name, accounts, bytes, facts) => {
    expect(decodeWith(decodeLookupTableProgram, accounts, bytes)).toEqual({ facts, left: 0 })
    expect(() => decodeWith(decodeLookupTableProgram, accounts.slice(0, -1), bytes)).toThrow(RangeError)
  })

  it.each<Row>([
    ['InitializeBuffer for another', [vault, thief], u32(0), [authority('InitializeBuffer', thief, 'owner')]],
    ['Write', [vault], [...u32(1), 1, 2], [authority('WriteProgramBuffer', vault)]],
    ['Deploy', [alice, bob, vault], [...u32(2), ...u64(5n)], [authority('DeployProgram', vault)]],
    ['Upgrade', [mint, vault, bob, thief], u32(3), [authority('UpgradeProgram', vault), transferAll(thief)]],
    [
      'Upgrade whose rest comes back',
      [mint, vault, bob, alice],
      u32(3),
      [authority('UpgradeProgram', vault), call('UpgradeProgram', { account: bob })],
    ],
    ['Close of a buffer', [vault, thief], u32(5), [transferAll(thief)]],
    [
      'SetAuthorityChecked',
      [vault, alice, thief],
      u32(7),
      [authority('SetUpgradeAuthority', thief, 'owner')],
    ],
    ['Migrate', [mint, vault], u32(8), [authority('MigrateProgram', vault)]],
  ])('upgradeable loader › %s › facts; throws with fewer accounts', (_name, accounts, bytes, facts) => {
    expect(decodeWith(decodeUpgradeableLoader, accounts, bytes)).toEqual({ facts, left: 0 })
    expect(() => decodeWith(decodeUpgradeableLoader, accounts.slice(0, -1), bytes)).toThrow(RangeError)
  })

  const extension = call('ExtendProgram', { account: vault, bytes: 2 })
  it.each<Row>([
    ['SetAuthority', [vault, alice, thief], u32(4), [authority('SetUpgradeAuthority', thief, 'owner')]],
    ['SetAuthority to none', [vault, alice], u32(4), [authority('SetUpgradeAuthority', undefined, 'owner')]],
    [
      'Close of a program',
      [vault, thief, alice, mint],
      u32(5),
      [authority('CloseProgram', mint), transferAll(thief)],
    ],
    ['Extend that costs nothing', [vault, mint, bob], [...u32(6), ...u32(2)], [extension]],
    [
      'Extend',
      [vault, mint, bob, alice],
      [...u32(6), ...u32(2)],
      [nativeTransfer(13_920n, undefined, vault), extension],
    ],
    [
      'Extend that another pays',
      [vault, mint, bob, bob],
      [...u32(6), ...u32(2)],
      [nativeTransfer(13_920n, bob, vault), extension],
    ],
    [
      'ExtendChecked',
      [vault, mint, bob, bob, alice],
      [...u32(9), ...u32(2)],
      [nativeTransfer(13_920n, undefined, vault), extension],
    ],
  ])('upgradeable loader › %s › facts', (_name, accounts, bytes, facts) => {
    expect(decodeWith(decodeUpgradeableLoader, accounts, bytes)).toEqual({ facts, left: 0 })
  })

  it.each<Row>([
    ['Write', [vault], [...u32(0), 1], [authority('WriteProgram', vault)]],
    ['Copy', [vault], [...u32(1), 1], [authority('CopyProgram', vault)]],
    ['SetProgramLength', [vault, alice], [...u32(2), ...u32(1)], [authority('SetProgramLength', vault)]],
    [
      'SetProgramLength, with a rest',
      [vault, alice, thief],
      [...u32(2), ...u32(1)],
      [authority('SetProgramLength', vault), transferAll(thief)],
    ],
    ['Deploy with a third account', [vault, alice, thief], u32(3), [authority('DeployProgram', vault)]],
    ['Retract', [vault], u32(4), [authority('RetractProgram', vault)]],
    [
      'TransferAuthority',
      [vault, alice, thief],
      u32(5),
      [authority('TransferProgramAuthority', thief, 'owner')],
    ],
    ['Finalize', [vault], u32(6), [authority('FinalizeProgram', vault)]],
  ])('loader v4 › %s › facts', (_name, accounts, bytes, facts) => {
    expect(decodeWith(decodeLoaderV4, accounts, bytes)).toEqual({ facts, left: 0 })
  })

  it('first loaders, Write and Finalize › control of the program', () => {
    const read = (...bytes: readonly number[]) => decodeWith(decodeFirstLoader, [vault], bytes)
    expect(read(...u32(0), 1)).toEqual({ facts: [authority('WriteProgram', vault)], left: 0 })
    expect(read(...u32(1))).toEqual({ facts: [authority('FinalizeProgram', vault)], left: 0 })
  })

  it.each([
    ['lookup tables', decodeLookupTableProgram, 5],
    ['programs that can be upgraded', decodeUpgradeableLoader, 10],
    ['the fourth loader', decodeLoaderV4, 7],
    ['the first loaders', decodeFirstLoader, 2],
  ] as const)('unknown instruction of %s › undefined', (_name, read, tag) => {
    expect(decodeWith(read, [vault, alice, thief, bob], [...u32(tag), ...u32(0)]).facts).toBeUndefined()
  })
})

describe('programs that move nothing', () => {
  it.each([
    [1, false],
    [2, true],
    [17, true],
    [18, false],
  ])('Lighthouse instruction %i › an assertion: %s', (tag, asserts) => {
    expect(decodeWith(decodeLighthouse, [], [tag, 9])).toEqual({
      facts: asserts ? [call('Assert')] : undefined,
      left: 0,
    })
  })

  it('signature check › known only without accounts', () => {
    expect(decodeWith(decodeSignatureCheck, [], [1, 2])).toEqual({
      facts: [call('VerifySignature')],
      left: 0,
    })
    expect(decodeWith(decodeSignatureCheck, [alice], [1, 2]).facts).toBeUndefined()
  })

  it('memo that is not UTF-8 › undefined', () => {
    expect(decodeWith(decodeMemo, [], [0xff, ...keyBytes(bob)]).facts).toBeUndefined()
  })
})
