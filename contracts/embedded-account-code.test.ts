import { type Address, getContractAddress, hexToBytes, keccak256 } from 'viem'
import { entryPoint09Address } from 'viem/account-abstraction'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  create2DeployerAddress,
  embeddedAccountAddress,
  embeddedAccountCodeHash,
  embeddedAccountSalt,
  entryPointAddress,
} from '#shared/config/embedded-account.ts'
import * as z from '#shared/zod.ts'
import { compileEmbeddedAccount } from './compile-embedded-account.ts'
import { embeddedAccountCreationCode } from './out/embedded-account.ts'
import { type AccountWorld, startAccountWorld } from './testing/account-world.ts'
import { embeddedAccountAbi } from './testing/embedded-account-abi.ts'

/** Instructions that read or write storage, replace the code, or run foreign code as the account. */
const forbiddenInstructions: ReadonlyMap<number, string> = new Map([
  [0x54, 'SLOAD'],
  [0x55, 'SSTORE'],
  [0x5c, 'TLOAD'],
  [0x5d, 'TSTORE'],
  [0xf0, 'CREATE'],
  [0xf2, 'CALLCODE'],
  [0xf4, 'DELEGATECALL'],
  [0xf5, 'CREATE2'],
  [0xff, 'SELFDESTRUCT'],
])

let compiled: ReturnType<typeof compileEmbeddedAccount>
let world: AccountWorld
beforeAll(async () => {
  compiled = compileEmbeddedAccount()
  world = await startAccountWorld()
})
afterAll(() => world.stop())

/** Instructions of a contract's code; the data after each PUSH and the compiler's note at the end are left out. */
function instructionsOf(code: Uint8Array): readonly number[] {
  const [high = 0, low = 0] = code.slice(-2)
  const end = code.length - 2 - (high * 256 + low)
  const instructions: number[] = []
  for (let at = 0; at < end; at++) {
    const instruction = code[at] ?? 0
    instructions.push(instruction)
    if (instruction >= 0x60 && instruction <= 0x7f) at += instruction - 0x5f
  }
  return instructions
}

describe('code of the account contract', () => {
  it('compiled again › equals the generated file, its address and its hash', () => {
    const address = getContractAddress({
      opcode: 'CREATE2',
      from: create2DeployerAddress,
      salt: embeddedAccountSalt,
      bytecode: compiled.creationCode,
    })
    expect(embeddedAccountCreationCode).toBe(compiled.creationCode)
    expect(embeddedAccountAddress).toBe(address)
    expect(embeddedAccountCodeHash).toBe(keccak256(compiled.runtimeCode))
  })

  it('deployed by the CREATE2 deployer › that address has code of that hash', async () => {
    const code = await world.client.getCode({ address: embeddedAccountAddress })
    expect(code && keccak256(code)).toBe(embeddedAccountCodeHash)
  })

  it('storage › none, and no instruction to use it or to run foreign code', () => {
    expect(compiled.storage).toEqual([])
    const found = instructionsOf(hexToBytes(compiled.runtimeCode)).flatMap(
      (instruction) => forbiddenInstructions.get(instruction) ?? [],
    )
    expect(found).toEqual([])
  })

  it('functions that can change state › execution, validation and token callbacks only', () => {
    const entry = z.object({
      type: z.string(),
      name: z.optional(z.string()),
      stateMutability: z.optional(z.string()),
    })
    const names = z
      .array(entry)
      .parse(compiled.abi)
      .filter(({ stateMutability = 'view' }) => !['view', 'pure'].includes(stateMutability))
      .map(({ type, name }) => name ?? type)
    expect(names.toSorted()).toEqual([
      'execute',
      'onERC1155BatchReceived',
      'onERC1155Received',
      'onERC721Received',
      'receive',
      'validateUserOp',
    ])
  })

  it('EntryPoint › the v0.9 that the constants name', async () => {
    const read = (address: Address) =>
      world.client.readContract({ address, abi: embeddedAccountAbi, functionName: 'entryPoint' })
    expect(await read(embeddedAccountAddress)).toBe(entryPointAddress)
    expect(entryPoint09Address).toBe(entryPointAddress)
  })
})
