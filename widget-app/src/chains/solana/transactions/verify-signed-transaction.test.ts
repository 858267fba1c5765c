import type { IInstruction } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { parseTransaction } from '../decode/parse-transaction.ts'
import { computeUnitPrice, systemTransfer } from '../instructions.ts'
import { systemProgram } from '../programs.ts'
import { instructionOf, u32, wireOf } from '../testing/transactions.ts'
import { alice, bob, mint, thief } from '../testing/unit-world.ts'
import { compareMessages } from './verify-signed-transaction.ts'

const program = mint
const transfer = systemTransfer(alice, bob, 5n)
const call = (...data: readonly number[]) => instructionOf(program, [bob], data)
const advance = instructionOf(systemProgram, [bob, { reads: mint }, { signer: alice }], u32(4))

function parsed(wire: Uint8Array) {
  const transaction = parseTransaction(wire)
  if (transaction === undefined) throw new Error('It is no transaction')
  return transaction
}
const compare = (requested: Uint8Array, signed: Uint8Array) =>
  compareMessages(parsed(requested), parsed(signed))
const atOtherBlock = (...instructions: readonly IInstruction[]) => wireOf(instructions, { lifetime: thief })

/** A message of Alice with one lookup, whose lists of indices are `lookup`; its instruction uses the address from it. */
function withLookup(...lookup: readonly number[]) {
  const wire = [...wireOf([call(1)])]
  const calling = wire.map((byte, at) => (at === wire.length - 4 ? 3 : byte))
  return Uint8Array.from([...calling.slice(0, -1), 1, ...new Array(32).fill(7), ...lookup])
}

describe('compareMessages', () => {
  it.each<[string, Uint8Array, Uint8Array]>([
    ['the same bytes', wireOf([transfer]), wireOf([transfer])],
    ['another blockhash', wireOf([transfer]), atOtherBlock(transfer)],
    ['no instruction, another blockhash', wireOf([]), atOtherBlock()],
    ['another blockhash, data that begins like a nonce', wireOf([call(4)]), atOtherBlock(call(4))],
    [
      'the same nonce, with a price',
      wireOf([advance, transfer]),
      wireOf([advance, transfer, computeUnitPrice(1n)]),
    ],
    ['a nonce that is not first', wireOf([transfer, advance]), atOtherBlock(transfer, advance)],
  ])('%s › same', (_, requested, signed) => {
    expect(compare(requested, signed)).toBe('same')
  })

  it.each<[string, Uint8Array, Uint8Array]>([
    ['another nonce', wireOf([advance, transfer]), atOtherBlock(advance, transfer)],
    ['another payer', wireOf([call(1)]), wireOf([call(1)], { payer: thief })],
    ['another amount', wireOf([transfer]), wireOf([systemTransfer(alice, bob, 6n)])],
    ['data where there was none', wireOf([call()]), wireOf([call(0)])],
    ['an address of a table that became writable', withLookup(0, 1, 4), withLookup(1, 4, 0)],
  ])('%s › differs', (_, requested, signed) => {
    expect(compare(requested, signed)).toBe('differs')
  })
})
