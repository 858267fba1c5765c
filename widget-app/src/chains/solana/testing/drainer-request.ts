import type { Address, IInstruction } from '@solana/web3.js'
import type { Risk } from '#widget/domain/review-queue/risk.ts'
import type { RpcRequest } from '../../chain-adapter.ts'
import { systemProgram, token2022Program } from '../programs.ts'
import { base64, instructionOf, type Named, wireOf } from './transactions.ts'
import { alice, thief } from './unit-world.ts'

/** A request as drainers make it, with the expected review. */
export type DrainerRequest = {
  readonly name: string
  /** What distinguishes it: the method, or program and first bytes of the decisive instruction. */
  readonly key: string
  readonly request: RpcRequest
  /** Part of one of its facts. */
  readonly fact: object
  readonly risk: Risk | undefined
}

export const me: Named = { signer: alice }
export const maxU64 = 2n ** 64n - 1n
export const signing = (...instructions: readonly IInstruction[]): RpcRequest => ({
  method: 'solana:signTransaction',
  params: { address: alice, transaction: base64(wireOf(instructions)) },
})

/** A transaction whose decisive instruction is this one. */
export function drainer(
  name: string,
  program: Address,
  accounts: readonly Named[],
  data: readonly number[],
  fact: object,
  risk?: Risk,
): DrainerRequest {
  // Token-2022 extensions have a second byte that selects the instruction.
  const width = program === systemProgram || data.length < 4 ? 4 : program === token2022Program ? 2 : 1
  return {
    name,
    key: `${program} ${data.slice(0, width).join()}`,
    request: signing(instructionOf(program, accounts, data)),
    fact,
    risk,
  }
}

export const nativeTransfer = (value: bigint, from?: Address) => ({
  is: 'transfer',
  from,
  to: thief,
  figure: { value, contract: undefined },
})
export const withdrawal = (kind: string, account: Address) => ({
  ...{ is: 'withdrawal', kind, account, to: thief },
  figure: { value: 9n, contract: undefined },
})
export const authority = (name: string, kind: string) => ({ is: 'authority', name, right: kind, to: thief })
export const call = (name: string) => ({ is: 'known-call', name })
