import { type Address, createSolanaRpc, type Instruction } from '@solana/kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { constantProductArtefact } from '../../programs/out/constant-product.ts'
import { transferHookArtefact } from '../../programs/out/transfer-hook.ts'
import { programSourceHash } from '../../programs/sources.ts'
import { svmAccount } from './accounts.ts'
import { tokenProgram } from './addresses.ts'
import { freePort } from './free-port.ts'
import { computePoolOutput, type PoolSwap, poolAuthority, poolSwap, poolVault, wrappedSol } from './pool.ts'
import { seedSvm } from './seed.ts'
import { svmPools } from './seed-pools.ts'
import { sendSvm } from './send-svm.ts'
import { type SvmNode, startSvm, svmReady } from './svm.ts'
import { createTokenAccount, mintToAccount, tokenAccountAddress } from './token-instructions.ts'
import { mintAuthority, svmMints } from './tokens.ts'

const alice = svmAccount('test alice')
const [usdc = wrappedSol, barn = wrappedSol] = svmMints.map(({ key }) => key.address)

it('artefacts › compiled › have the hash of the current sources', () => {
  expect(constantProductArtefact.sourceHash).toBe(programSourceHash('constant-product.c'))
  expect(transferHookArtefact.sourceHash).toBe(programSourceHash('transfer-hook.c'))
})

describe('local Solana pool', () => {
  let node: SvmNode
  let rpc: ReturnType<typeof createSolanaRpc>
  beforeAll(async () => {
    node = startSvm({ port: await freePort(), slotMs: 20 })
    await svmReady(node)
    await seedSvm({ rpcUrl: node.rpcUrl, accounts: [alice.address] })
    rpc = createSolanaRpc(node.rpcUrl)
    const open = await createTokenAccount(alice.address, alice.address, {
      address: wrappedSol,
      program: tokenProgram,
    })
    await sendSvm(node.rpcUrl, [open], [alice])
  })
  afterAll(() => node.stop())

  const amountIn = async (account: Address) =>
    BigInt((await rpc.getTokenAccountBalance(account).send()).value.amount)
  const balanceOf = async (mint: Address) =>
    amountIn(await tokenAccountAddress(alice.address, mint, tokenProgram))
  const reserve = async (mint: Address, other: Address) =>
    amountIn(await poolVault(await poolAuthority(mint, other), mint))
  const send = (instruction: Instruction) => sendSvm(node.rpcUrl, [instruction], [alice])
  const swap = async (overrides: Partial<PoolSwap> = {}) =>
    send(
      await poolSwap({
        ...{ owner: alice.address, from: usdc, to: wrappedSol, amount: 1_000_000n, minAmountOut: 0n },
        ...overrides,
      }),
    )

  it('reserves › chain seeded › have their initial amounts', async () => {
    for (const [one, other] of svmPools) {
      expect(await reserve(one.mint, other.mint)).toBe(one.amount)
      expect(await reserve(other.mint, one.mint)).toBe(other.amount)
    }
  })

  it.each([1n, 2n, 999n, 1_000n, 1_001n, 150_000_000n, 1_000_000_007n])(
    'swap › %i base units › returns the computed amount, and the pool loses nothing',
    async (amount) => {
      const [reserveIn, reserveOut] = [await reserve(usdc, wrappedSol), await reserve(wrappedSol, usdc)]
      const [inputBefore, outputBefore] = [await balanceOf(usdc), await balanceOf(wrappedSol)]
      const expectedOutput = computePoolOutput(amount, reserveIn, reserveOut)
      if (expectedOutput === 0n) {
        await expect(swap({ amount })).rejects.toThrow('{"InstructionError":[0,{"Custom":4}]}')
        return
      }
      await swap({ amount, minAmountOut: expectedOutput })
      expect(await balanceOf(usdc)).toBe(inputBefore - amount)
      expect(await balanceOf(wrappedSol)).toBe(outputBefore + expectedOutput)
      const product = (await reserve(usdc, wrappedSol)) * (await reserve(wrappedSol, usdc))
      expect(product).toBeGreaterThanOrEqual(reserveIn * reserveOut)
    },
  )

  it('swap › output below the minimum › is rejected, and balances stay', async () => {
    const inputBefore = await balanceOf(usdc)
    const expectedOutput = computePoolOutput(
      1_000_000n,
      await reserve(usdc, wrappedSol),
      await reserve(wrappedSol, usdc),
    )
    await expect(swap({ minAmountOut: expectedOutput + 1n })).rejects.toThrow('{"Custom":3}')
    expect(await balanceOf(usdc)).toBe(inputBefore)
  })

  it('swap › wrong vault, missing signature or short data › is rejected', async () => {
    const validSwap = await poolSwap({
      ...{ owner: alice.address, from: usdc, to: wrappedSol, amount: 1_000_000n, minAmountOut: 0n },
    })
    const withAccount = (at: number, change: object): Instruction => ({
      ...validSwap,
      accounts: validSwap.accounts?.map((one, index) => (index === at ? { ...one, ...change } : one)) ?? [],
    })
    const userAccount = await tokenAccountAddress(alice.address, barn, tokenProgram)
    for (const vault of [3, 4]) {
      await expect(send(withAccount(vault, { address: userAccount }))).rejects.toThrow('{"Custom":2}')
    }
    await expect(send(withAccount(5, { address: userAccount }))).rejects.toThrow('{"Custom":2}')
    const other = svmAccount('test bob').address
    await expect(send(withAccount(0, { address: other, role: 0 }))).rejects.toThrow('{"Custom":2}')
    await expect(send({ ...validSwap, data: Uint8Array.of(1) })).rejects.toThrow('{"Custom":1}')
  })

  it('swap › 2^63 base units › returns the computed amount', async () => {
    const account = await tokenAccountAddress(alice.address, barn, tokenProgram)
    const amount = 2n ** 63n
    const mint = mintToAccount(mintAuthority.address, barn, account, amount, tokenProgram)
    await sendSvm(node.rpcUrl, [mint], [mintAuthority])
    const [reserveIn, reserveOut] = [await reserve(barn, wrappedSol), await reserve(wrappedSol, barn)]
    const expectedOutput = computePoolOutput(amount, reserveIn, reserveOut)
    const outputBefore = await balanceOf(wrappedSol)
    await swap({ from: barn, amount, minAmountOut: expectedOutput })
    expect(await balanceOf(wrappedSol)).toBe(outputBefore + expectedOutput)
  })
})
