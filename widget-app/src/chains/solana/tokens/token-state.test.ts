import type { Address } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { systemProgram, token2022Program, tokenProgram } from '../programs.ts'
import { keyBytes, u64 } from '../testing/transactions.ts'
import { alice, bob, mint } from '../testing/unit-world.ts'
import { closeAuthorityOf, decodeMint, decodeTokenAccount } from './token-state.ts'

type Data = { readonly owner: Address; readonly data: Uint8Array }

/** Zeroed bytes of a length, with some of them set. */
const bytes = (length: number, set: Readonly<Record<number, number>>): Uint8Array =>
  Uint8Array.from({ length }, (_none, at) => set[at] ?? 0)
const of = (owner: Address, data: Uint8Array): Data => ({ owner, data })
const set = { 44: 6, 45: 1 }
const account = (length: number, kind = 0): Uint8Array =>
  Uint8Array.from([
    ...[...keyBytes(mint), ...keyBytes(alice), ...u64(9n)],
    ...bytes(length - 72, { [165 - 72]: kind }),
  ])

describe('mints', () => {
  it.each<[string, Data | null, boolean]>([
    ['of SPL Token', of(tokenProgram, bytes(82, set)), true],
    ['of Token-2022', of(token2022Program, bytes(82, set)), true],
    ['of Token-2022 with extensions', of(token2022Program, bytes(166, { ...set, 165: 1 })), true],
    ['that are not there', null, false],
    ['of another program', of(systemProgram, bytes(82, set)), false],
    ['that are not set up', of(tokenProgram, bytes(82, { 44: 6 })), false],
    ['of another length', of(tokenProgram, bytes(83, set)), false],
    ['of SPL Token, as long as with extensions', of(tokenProgram, bytes(166, { ...set, 165: 1 })), false],
    ['that are token accounts with extensions', of(token2022Program, bytes(166, { ...set, 165: 2 })), false],
  ])('%s › decoded or undefined', (_name, one, isMint) => {
    const program = one?.owner
    expect(decodeMint(one)).toEqual(isMint ? { program, decimals: 6 } : undefined)
  })
})

describe('token accounts', () => {
  it.each<[string, Data | null, boolean]>([
    ['of SPL Token', of(tokenProgram, account(165)), true],
    ['of Token-2022', of(token2022Program, account(165)), true],
    ['of Token-2022 with extensions', of(token2022Program, account(170, 2)), true],
    ['that are not there', null, false],
    ['of another program', of(systemProgram, account(165)), false],
    ['of another length', of(tokenProgram, account(164)), false],
    ['of SPL Token, as long as with extensions', of(tokenProgram, account(170, 2)), false],
    ['that are mints with extensions', of(token2022Program, account(170, 1)), false],
  ])('account %s › decoded or undefined', (_name, one, isAccount) => {
    expect(decodeTokenAccount(one)).toEqual(isAccount ? { mint, owner: alice, amount: 9n } : undefined)
  })

  it('close authority › the named one; the owner if the bytes end before it', () => {
    const other = [1, 0, 0, 0, ...keyBytes(bob)]
    const data = account(165)
    data.set(other, 129)
    expect(closeAuthorityOf({ data })).toBe(bob)
    expect(closeAuthorityOf({ data: data.slice(0, 164) })).toBe(alice)
    expect(closeAuthorityOf({ data: account(165) })).toBe(alice)
  })
})
