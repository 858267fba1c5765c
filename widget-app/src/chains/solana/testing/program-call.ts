import type { Address } from '@solana/web3.js'
import type { Fact } from '../../request-facts.ts'
import { byteReader, type ProgramDecoder } from '../decode/programs/program-call.ts'
import { tokenProgram } from '../programs.ts'
import { alice } from './unit-world.ts'

/** The facts that a decoder returns for one instruction of Alice's, and the number of bytes that it leaves. */
export function decodeWith(
  decode: ProgramDecoder,
  accounts: readonly Address[],
  bytes: readonly number[],
): { readonly facts: readonly Fact[] | undefined; readonly left: number } {
  const input = byteReader(Uint8Array.from(bytes))
  const at = (index: number) => {
    const found = accounts[index]
    if (found === undefined) throw new RangeError('The instruction names fewer accounts')
    return found
  }
  const facts = decode({ program: tokenProgram, account: alice, at, count: accounts.length, input })
  return { facts, left: input.rest().length }
}
