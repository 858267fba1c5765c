import { type Address, encodeFunctionData, type Hex, hashTypedData, parseEther } from 'viem'
import { entryPoint09Abi } from 'viem/account-abstraction'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedAccountAddress, entryPointAddress } from '#shared/config/embedded-account.ts'
import { sponsorArtefact } from '#stack/contracts/out/sponsor.ts'
import {
  type AccountWorld,
  encodeBatch,
  installEntryPoint,
  startAccountWorld,
} from './testing/account-world.ts'
import { compactSignature } from './testing/compact-signature.ts'
import { embeddedAccountAbi } from './testing/embedded-account-abi.ts'
import { approveAndTransfer, recipient } from './testing/token-calls.ts'
import {
  handleOpsData,
  operationOf,
  operationTypedData,
  packedOperation,
  type UnsignedOperation,
} from './testing/user-operations.ts'

const beneficiary: Address = '0x00000000000000000000000000000000000000c3'

let world: AccountWorld
let paymaster: Address
let bundler: PrivateKeyAccount
beforeAll(async () => {
  world = await startAccountWorld()
  await installEntryPoint(world)
  bundler = await world.newAccount(parseEther('100'))
  paymaster = await world.deploy(sponsorArtefact.bytecode)
  const data = encodeFunctionData({ abi: sponsorArtefact.abi, functionName: 'deposit' })
  await world.send(bundler, { to: paymaster, data, value: parseEther('10') })
})
afterAll(() => world.stop())

const batchOf = (token: Address, amount: bigint): Hex => encodeBatch(approveAndTransfer(token, amount))
const nonceOf = ({ address }: { readonly address: Address }) =>
  world.client.readContract({
    address: entryPointAddress,
    abi: entryPoint09Abi,
    functionName: 'getNonce',
    args: [address, 0n],
  })
const signOperation = (by: PrivateKeyAccount, operation: UnsignedOperation) =>
  by.signTypedData(operationTypedData(operation, world.chainId))
const submit = (operation: UnsignedOperation, signature: Hex) =>
  world.send(bundler, { to: entryPointAddress, data: handleOpsData(operation, signature, beneficiary) })
/** Simulates the bundler's transaction; rejects with the EntryPoint's error. */
const simulate = (operation: UnsignedOperation, signature: Hex) =>
  world.client.simulateContract({
    account: bundler,
    address: entryPointAddress,
    abi: entryPoint09Abi,
    functionName: 'handleOps',
    args: [[packedOperation(operation, signature)], beneficiary],
  })
const operationEvents = (blockNumber: bigint) =>
  world.client.getContractEvents({
    address: entryPointAddress,
    abi: entryPoint09Abi,
    eventName: 'UserOperationEvent',
    fromBlock: blockNumber,
  })

/** A delegated account without native currency, and an operation that moves 7 of its 10 tokens. */
async function sponsored(amount = 7n) {
  const account = await world.newDelegatedAccount()
  await world.admin.setBalance({ address: account.address, value: 0n })
  const token = await world.newToken(account.address, 10n)
  const callData = batchOf(token, amount)
  return { account, token, operation: operationOf(account.address, callData, 0n, paymaster) }
}

describe('user operation that a paymaster pays for', () => {
  it('account without native currency › batch executed, account pays nothing', async () => {
    const { account, token, operation } = await sponsored()
    const receipt = await submit(operation, await signOperation(account, operation))
    expect(receipt.status).toBe('success')
    const [event] = await operationEvents(receipt.blockNumber)
    expect(event?.args).toMatchObject({ sender: account.address, paymaster, success: true })
    expect(await world.tokenBalance(token, account.address)).toBe(3n)
    expect(await world.client.getBalance(account)).toBe(0n)
    expect(await nonceOf(account)).toBe(1n)
  })

  it('account without delegation › delegated and executed in one transaction', async () => {
    const account = await world.newAccount(0n)
    const token = await world.newToken(account.address, 10n)
    const { chainId } = world
    const authorization = await account.signAuthorization({
      address: embeddedAccountAddress,
      chainId,
      nonce: 0,
    })
    const plain = operationOf(account.address, batchOf(token, 7n), 0n, paymaster)
    // The mark in place of a factory binds the signature to the delegate.
    const operation = { ...plain, factory: '0x7702', authorization } as const
    const data = handleOpsData(operation, await signOperation(account, operation), beneficiary)
    await world.send(bundler, { to: entryPointAddress, data, authorizationList: [authorization] })
    expect(await world.tokenBalance(token, account.address)).toBe(3n)
  })

  it('signed for another delegate › rejected', async () => {
    const { account, operation } = await sponsored()
    const [chainId, address] = [world.chainId, recipient]
    const authorization = await account.signAuthorization({ address, chainId, nonce: 0 })
    const marked = { ...operation, factory: '0x7702', authorization } as const
    await expect(simulate(marked, await signOperation(account, marked))).rejects.toThrow('AA24')
  })

  it('second call reverts › nothing of the batch remains, nonce used', async () => {
    const { account, token, operation } = await sponsored(11n)
    const receipt = await submit(operation, await signOperation(account, operation))
    const [event] = await operationEvents(receipt.blockNumber)
    expect(event?.args).toMatchObject({ sender: account.address, success: false })
    expect(await world.tokenBalance(token, account.address)).toBe(10n)
    expect(await nonceOf(account)).toBe(1n)
  })

  it('sent again › rejected for its nonce', async () => {
    const { account, operation } = await sponsored(1n)
    const signature = await signOperation(account, operation)
    await submit(operation, signature)
    await expect(simulate(operation, signature)).rejects.toThrow('AA25')
  })

  it('another key, changed calls, another chain › rejected for the signature', async () => {
    const { account, operation } = await sponsored()
    const other = await world.newDelegatedAccount()
    await expect(simulate(operation, await signOperation(other, operation))).rejects.toThrow('AA24')

    const signature = await signOperation(account, operation)
    await expect(simulate({ ...operation, callData: '0x' }, signature)).rejects.toThrow('AA24')
    await expect(simulate({ ...operation, sender: other.address }, signature)).rejects.toThrow('AA24')

    const elsewhere = await account.signTypedData(operationTypedData(operation, 1))
    await expect(simulate(operation, elsewhere)).rejects.toThrow('AA24')
  })

  it('hash signed as a message, or 64 bytes › rejected for the signature', async () => {
    const { account, operation } = await sponsored()
    const raw = hashTypedData(operationTypedData(operation, world.chainId))
    const asMessage = await account.signMessage({ message: { raw } })
    await expect(simulate(operation, asMessage)).rejects.toThrow('AA24')

    const compact = compactSignature(await signOperation(account, operation))
    await expect(simulate(operation, compact)).rejects.toThrow('AA24')
  })
})

describe('user operation without a paymaster', () => {
  it('account with native currency › pays for itself', async () => {
    const account = await world.newDelegatedAccount()
    const before = await world.client.getBalance(account)
    const token = await world.newToken(account.address, 10n)
    const operation = operationOf(account.address, batchOf(token, 7n), 0n)
    await submit(operation, await signOperation(account, operation))
    expect(await world.tokenBalance(token, account.address)).toBe(3n)
    expect(await world.client.getBalance(account)).toBeLessThan(before)
  })

  it('another key › rejected, account pays nothing', async () => {
    const [account, other] = [await world.newDelegatedAccount(), await world.newAccount()]
    const before = await world.client.getBalance(account)
    const operation = operationOf(account.address, '0x', 0n)
    const { status } = await submit(operation, await signOperation(other, operation))
    expect(status).toBe('reverted')
    expect(await world.client.getBalance(account)).toBe(before)
  })
})

describe('validateUserOp', () => {
  it('caller other than the EntryPoint › unauthorized, nothing paid', async () => {
    const { account, operation } = await sponsored()
    const packed = packedOperation(operation, await signOperation(account, operation))
    const call = (from: Address) =>
      world.client.simulateContract({
        account: from,
        address: account.address,
        abi: embeddedAccountAbi,
        functionName: 'validateUserOp',
        args: [packed, `0x${'00'.repeat(32)}`, 1n],
      })
    await expect(call(bundler.address)).rejects.toThrow('AccountUnauthorized')
    await expect(call(account.address)).rejects.toThrow('AccountUnauthorized')
  })
})
