import type { Address, IInstruction } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { systemTransfer } from '../instructions.ts'
import { systemProgram, token2022Program, tokenProgram } from '../programs.ts'
import { dappWorld, sends, signs } from '../testing/dapp-world.ts'
import { signWire, testKey } from '../testing/key.ts'
import { inContext } from '../testing/scripted-node.ts'
import { base64, instructionOf, u32, u64, wireOf } from '../testing/transactions.ts'
import { bob, connection, mint, network, thief, vault } from '../testing/unit-world.ts'
import { parseRequest } from '../wallet/parse-request.ts'
import { approvalLimit } from './limit-approval.ts'

const { signal } = new AbortController()
const maxU64 = 2n ** 64n - 1n
const key = testKey()
const testConnection = { ...connection, accounts: [key.address] as const }
const me = { signer: key.address }

const approve = (amount: bigint, program: Address = tokenProgram): IInstruction =>
  instructionOf(program, [vault, thief, me], [4, ...u64(amount)])
const approveChecked = (amount: bigint, program: Address = tokenProgram): IInstruction =>
  instructionOf(program, [vault, { reads: mint }, thief, me], [13, ...u64(amount), 6])
const advanceNonce = instructionOf(systemProgram, [bob, { reads: mint }, me], u32(4))
const transferSol = systemTransfer(key.address, bob, 5n)

const wire = (...instructions: readonly IInstruction[]) => wireOf(instructions, { payer: key.address })
const requestOf = (bytes: Uint8Array) => ({
  method: signs,
  params: { address: key.address, transaction: base64(bytes) },
})
const limitOf = (bytes: Uint8Array) => approvalLimit(parseRequest(testConnection, requestOf(bytes)))

describe('limit of an approval', () => {
  it.each([
    ['Approve', approve],
    ['ApproveChecked', approveChecked],
    ['Approve of Token-2022', (amount: bigint) => approve(amount, token2022Program)],
    ['ApproveChecked of Token-2022', (amount: bigint) => approveChecked(amount, token2022Program)],
  ])('%s › the same bytes with that amount', (_case, instruction) => {
    const lowered = limitOf(wire(advanceNonce, transferSol, instruction(maxU64)))?.(7n)
    expect(lowered?.request.params).toMatchObject({
      transaction: base64(wire(advanceNonce, transferSol, instruction(7n))),
    })
  })

  it('the account’s own signature › removed, it covers another message', () => {
    const limit = limitOf(signWire(wire(approve(maxU64)), key))
    expect(limit?.(7n).request.params).toMatchObject({ transaction: base64(wire(approve(7n))) })
  })

  it('signed by another key › no limit; not signed yet › a limit', () => {
    const other = testKey()
    const both = wireOf([approve(maxU64)], { payer: other.address })
    expect(limitOf(both)).toBeDefined()
    expect(limitOf(signWire(both, other))).toBeUndefined()
  })

  it.each([
    ['no approval', [transferSol]],
    ['two approvals', [approve(maxU64), approveChecked(maxU64)]],
    ['an approval beside a batch', [approve(maxU64), instructionOf(tokenProgram, [vault, me], [255])]],
    ['bytes after the amount', [instructionOf(tokenProgram, [vault, thief, me], [4, ...u64(maxU64), 1])]],
    ['the same bytes for another program', [instructionOf(thief, [vault, bob, me], [4, ...u64(maxU64)])]],
  ])('%s › no limit', (_case, instructions) => {
    expect(limitOf(wire(...instructions))).toBeUndefined()
  })

  it('amount above the requested one, or negative › throws', () => {
    const limit = limitOf(wire(approve(9n)))
    for (const amount of [10n, -1n]) expect(() => limit?.(amount)).toThrow(RangeError)
  })
})

describe('lowered request', () => {
  const prepare = async (
    wallet: (params: unknown) => unknown,
    node: NonNullable<Parameters<typeof dappWorld>[0]>['node'] = {},
  ) => {
    const world = dappWorld({ account: key.address, wallet, node })
    const prepared = await world.prepare(signs, requestOf(wire(approve(maxU64))).params)
    const lowered = prepared.withLimit?.(7n)
    if (lowered === undefined) throw new Error('It has no limit')
    return { world, lowered }
  }
  const responding = (bytes: Uint8Array) => () => [{ signedTransaction: base64(signWire(bytes, key)) }]

  it('decoded with the limit, and sent to the wallet', async () => {
    const { world, lowered } = await prepare(responding(wire(approve(7n))))
    const { facts } = (await lowered.decode?.(signal)) ?? { facts: [] }
    const approval = { is: 'approval', spender: thief, isUnlimited: false }
    expect(facts).toContainEqual({ ...approval, figure: { value: 7n, contract: vault } })
    await lowered.requestWallet()
    expect(world.signed()).toEqual([lowered.request])
  })

  it('simulated with the limit', async () => {
    const simulated: unknown[] = []
    const node = {
      getMultipleAccounts: ([names]: readonly unknown[]) =>
        inContext(Array.isArray(names) ? names.map(() => null) : []),
      simulateTransaction: ([bytes]: readonly unknown[]) => {
        simulated.push(bytes)
        return inContext({ err: 'AccountNotFound', accounts: null })
      },
    }
    const { lowered } = await prepare(responding(wire(approve(7n))), node)
    await lowered.simulate?.(network, signal)
    expect(simulated).toEqual([base64(wire(approve(7n)))])
  })

  it('wallet signs the original amount › mismatch', async () => {
    const { lowered } = await prepare(responding(wire(approve(maxU64))))
    await expect(lowered.requestWallet()).rejects.toMatchObject({
      code: -32603,
      data: { reason: 'mismatch' },
    })
  })

  it('lowered again › starts from the original amount', async () => {
    const { lowered } = await prepare(responding(wire(approve(9n))))
    expect(lowered.withLimit?.(9n).request.params).toMatchObject({ transaction: base64(wire(approve(9n))) })
  })

  it('options of a send request › unchanged', async () => {
    const params = { ...requestOf(wire(approve(maxU64))).params, options: { maxRetries: 3 } }
    const limit = approvalLimit(parseRequest(testConnection, { method: sends, params }))
    expect(limit?.(7n).request).toMatchObject({ method: sends, params: { options: { maxRetries: 3 } } })
  })
})
