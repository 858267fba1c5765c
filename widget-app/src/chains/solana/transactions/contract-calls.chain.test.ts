import { AccountRole, getBase64Decoder, getBase64Encoder } from '@solana/web3.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { nativeTokenAddresses } from '#shared/api/price.ts'
import type { ContractCall, SubmittedTransaction, TransactionStatus } from '../../chain-adapter.ts'
import { required } from '../../registry.ts'
import { parseAddress } from '../address.ts'
import { createTokenAccount, systemTransfer } from '../instructions.ts'
import { writeTransaction } from '../message.ts'
import { tokenProgram, wrappedSol } from '../programs.ts'
import { signWire } from '../testing/key.ts'
import { bothFeatures } from '../testing/solana-wallet.ts'
import { freshAddress, type SvmWorld, svmWorld } from '../testing/svm-world.ts'
import { found } from '../testing/unit-world.ts'
import { associatedTokenAddress } from '../tokens/token-state.ts'

const neverAborted = new AbortController().signal
const sol = nativeTokenAddresses.solana
const rent = 2_039_280n

describe('solana contract calls through local pools', () => {
  let world: SvmWorld
  let usdc: string
  let barn: string
  beforeAll(async () => {
    world = await svmWorld()
    const mintOf = (symbol: string) =>
      world.node.mints.find((one) => one.symbol === symbol)?.key.address ?? ''
    usdc = mintOf('USDC')
    barn = mintOf('BARN')
  })
  beforeEach(() => {
    world.wallet.setFeatures(...bothFeatures)
    world.wallet.tamper(undefined)
  })
  afterAll(() => world.stop())

  const calls = () => required(world.adapter.contractCalls, 'contractCalls')
  const connect = () => world.adapter.connect(found, { silent: false })
  const buildCall = async (from: string, to: string, amount: bigint, slippage = 100n, user?: string) => {
    const account = user ?? world.wallet.key.address
    const tx = await world.node.swap({ user: account, from, to, amount }, slippage)
    const call: ContractCall = {
      ...{ chain: world.network.id, from: account, to: tx.to, data: tx.data },
      value: BigInt(tx.amount),
    }
    return call
  }
  const estimate = (call: ContractCall) => calls().estimate(call, world.network)
  const send = async (call: ContractCall, onSigned?: (sent: SubmittedTransaction) => void) =>
    calls().send(await connect(), call, await estimate(call), onSigned)
  const watchTransaction = (sent: SubmittedTransaction): Promise<TransactionStatus> =>
    required(world.adapter.waitForTransaction, 'waitForTransaction')(
      sent,
      world.network,
      () => undefined,
      neverAborted,
    )
  const verify = (sent: SubmittedTransaction, call: ContractCall) =>
    calls().verify(sent, call, world.network, neverAborted)
  const received = (hash: string, address: string | undefined) =>
    calls().received(
      hash,
      world.wallet.key.address,
      { ...world.native, address },
      world.network,
      neverAborted,
    )

  /** Wraps lamports of the wallet's account, as some dApps do. */
  const wrap = async (lamports: bigint) => {
    const from = parseAddress(world.wallet.key.address)
    const tokenAccount = await associatedTokenAddress(from, wrappedSol, tokenProgram)
    const syncNative = {
      programAddress: tokenProgram,
      accounts: [{ address: tokenAccount, role: AccountRole.WRITABLE }],
      data: Uint8Array.of(17),
    }
    const creation = { payer: from, tokenAccount, owner: from, mint: wrappedSol, program: tokenProgram }
    const instructions = [
      createTokenAccount(creation),
      systemTransfer(from, tokenAccount, lamports),
      syncNative,
    ]
    const { value } = Object(await world.node.call('getLatestBlockhash', { commitment: 'confirmed' }))
    const budget = { computeUnitLimit: 100_000, microLamportsPerUnit: 0n }
    const { wire } = writeTransaction({ from, instructions, ...budget, ...value })
    const signed = signWire(Uint8Array.from(getBase64Encoder().encode(wire)), world.wallet.key)
    await world.node.call('sendTransaction', getBase64Decoder().decode(signed), { encoding: 'base64' })
  }

  it('estimate › simulated cost and changes, fee and deposits separate', async () => {
    const call = await buildCall(sol, usdc, 1_000_000_000n)
    const { changes = [], ...fee } = await estimate(call)
    expect(fee).toMatchObject({ expectedFee: 5_000n, maxFee: 5_000n })
    expect(fee).not.toHaveProperty('accountDeposit')
    expect(changes.map(({ contract, value }) => [contract, value < 0n ? value : 'comes'])).toEqual([
      [undefined, -1_000_000_000n],
      [usdc, 'comes'],
    ])
  })

  it('swap creates a token account › its deposit is in the fee, not in changes', async () => {
    const user = freshAddress()
    await world.node.call('requestAirdrop', user, 5_000_000_000)
    const { changes = [], ...fee } = await estimate(await buildCall(sol, usdc, 1_000_000_000n, 100n, user))
    expect(fee).toMatchObject({ accountDeposit: rent, expectedFee: 5_000n + rent, maxFee: 5_000n + rent })
    expect(changes.find(({ contract }) => contract === undefined)?.value).toBe(-1_000_000_000n)
  })

  it('native amount minus fee and two deposits › can be swapped into a new token', async () => {
    const user = freshAddress()
    await world.node.call('requestAirdrop', user, 5_000_000_000)
    const { swapDeposit } = calls()
    expect(swapDeposit).toBe(rent)
    const maxAmount = 5_000_000_000n - 6_000n - 2n * swapDeposit
    const { maxFee } = await estimate(await buildCall(sol, usdc, maxAmount, 100n, user))
    expect(maxFee).toBe(5_000n + rent)
  })

  it('decoded call › wrapping SOL is no transfer', async () => {
    const call = await buildCall(sol, usdc, 1_000_000_000n)
    const facts = await calls().decode(await connect(), call, neverAborted)
    expect(facts.map(({ is }) => is)).toEqual([
      ...['known-call', 'known-call', 'known-call', 'known-call'],
      ...['unknown-call', 'known-call'],
    ])
    expect(facts.find(({ is }) => is === 'unknown-call')).toMatchObject({ to: call.to, mayTake: true })
  })

  it.each([
    ['that sends by itself', bothFeatures],
    ['that only signs', ['solana:signTransaction']],
  ] as const)('wallet %s › swaps SOL and tokens, received amount is reported', async (_, features) => {
    world.wallet.setFeatures(...features)
    for (const [from, to, amount] of [
      [sol, usdc, 1_000_000_000n],
      [usdc, barn, 20_000_000n],
      [usdc, sol, 30_000_000n],
    ] as const) {
      const call = await buildCall(from, to, amount)
      const [{ changes = [] }, signed] = [await estimate(call), new Set<string>()]
      const contract = to === sol ? undefined : to
      const expectedAmount = changes.find((figure) => figure.contract === contract)?.value
      const sent = await send(call, ({ hash }) => void signed.add(hash))
      // `onSigned` is called only if the widget submits.
      expect(signed.has(sent.hash)).toBe(features.length === 1)
      expect((await watchTransaction(sent)).is).toBe('confirmed')
      expect(await verify(sent, call)).toBe('verified')
      expect(await received(sent.hash, contract)).toBe(expectedAmount)
    }
  })

  it('account has wrapped SOL › unwrapped by the swap, no cost and not received', async () => {
    await wrap(30_000_000n)
    const sale = await buildCall(sol, usdc, 1_000_000_000n)
    const facts = await calls().decode(await connect(), sale, neverAborted)
    expect(new Set(facts.map(({ is }) => is))).toEqual(new Set(['known-call', 'unknown-call']))
    const sold = await estimate(sale)
    expect(sold.maxFee).toBe(5_000n)
    expect(sold.changes?.map(({ contract, value }) => [contract, value < 0n ? value : 'comes'])).toEqual([
      [undefined, -1_000_000_000n],
      [usdc, 'comes'],
    ])
    const purchase = await buildCall(usdc, sol, 30_000_000n)
    const { changes = [] } = await estimate(purchase)
    expect(changes.map(({ contract, value }) => [contract, value < 0n ? value : 'comes'])).toEqual([
      [usdc, -30_000_000n],
      [undefined, 'comes'],
    ])
    const bought = changes.find(({ contract }) => contract === undefined)?.value
    expect(bought).toBeLessThan(1_000_000_000n)
    const sent = await send(purchase)
    expect((await watchTransaction(sent)).is).toBe('confirmed')
    expect(await received(sent.hash, undefined)).toBe(bought)
  })

  it('transaction built long before › signed with a recent blockhash', async () => {
    const call = await buildCall(sol, usdc, 500_000_000n, 500n)
    await world.node.call('svm_skipSlots', 151)
    world.wallet.setFeatures('solana:signTransaction')
    const sent = await send(call)
    expect(sent.expiresAfter).toBeGreaterThan(151)
    expect((await watchTransaction(sent)).is).toBe('confirmed')
  })

  it('too little would be received › the estimate fails as reverted', async () => {
    const call = await buildCall(sol, usdc, 1_000_000_000n, 0n)
    await watchTransaction(await send(await buildCall(sol, usdc, 2_000_000_000n)))
    await expect(estimate(call)).rejects.toMatchObject({ code: 'send/failed', data: { reason: 'reverted' } })
  })

  it('other transaction signed › not submitted, or found on the chain', async () => {
    const theft = async (): Promise<string> => {
      const { value } = Object(await world.node.call('getLatestBlockhash', { commitment: 'confirmed' }))
      const from = parseAddress(world.wallet.key.address)
      const instructions = [systemTransfer(from, parseAddress(world.other.address), 5_000_000n)]
      const budget = { computeUnitLimit: 10_000, microLamportsPerUnit: 0n }
      return writeTransaction({ from, instructions, ...budget, ...value }).wire
    }
    const call = await buildCall(sol, usdc, 100_000_000n)
    world.wallet.tamper(theft)
    world.wallet.setFeatures('solana:signTransaction')
    await expect(send(call)).rejects.toMatchObject({ code: 'send/mismatch' })
    world.wallet.setFeatures(...bothFeatures)
    const sent = await send(call)
    await expect(verify(sent, call)).rejects.toMatchObject({ code: 'send/mismatch' })
  })

  it.each([
    ['no base64', '?'],
    ['no transaction', getBase64Decoder().decode(Uint8Array.of(1, 2, 3))],
  ])('data that is %s › rejected', async (_, data) => {
    const call = { ...(await buildCall(sol, usdc, 1_000_000n)), data }
    await expect(estimate(call)).rejects.toMatchObject({ code: 'http/invalid-response' })
  })
})
