import { type Blockhash, blockhash } from '@solana/web3.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import * as z from '#shared/zod.ts'
import type {
  Asset,
  ComputeFee,
  SubmittedTransaction,
  TransactionStatus,
  Transfer,
} from '../chain-adapter.ts'
import { required } from '../registry.ts'
import { chainAdapterSuite } from '../testing/chain-adapter-suite.ts'
import { parseAddress } from './address.ts'
import { systemTransfer } from './instructions.ts'
import { solanaManifest } from './manifest.ts'
import { writeTransaction } from './message.ts'
import { tokenProgram } from './programs.ts'
import { bothFeatures } from './testing/solana-wallet.ts'
import { freshAddress, type SvmWorld, svmWorld } from './testing/svm-world.ts'
import { found } from './testing/unit-world.ts'
import { associatedTokenAddress } from './tokens/token-state.ts'

chainAdapterSuite(
  'solana',
  {
    valid: [
      ['11111111111111111111111111111111', '11111111111111111111111111111111'],
      [' EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v ', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    ],
    invalid: [
      '',
      '1111111111111111111111111111111',
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt10',
      'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ],
    badChecksum: [],
  },
  async () => {
    const world = await svmWorld()
    const { wallet } = world
    const accountOf = (address: string) => ({ ...wallet.account(), address })
    return {
      ...world,
      manifest: solanaManifest,
      wallet: found,
      // Below the rent-exempt minimum the chain would fail the transfer.
      amount: 1_000_000n,
      notAToken: freshAddress(),
      freshAddress,
      setMood: wallet.setMood,
      prompts: wallet.prompts,
      emitAccounts: (accounts) => wallet.emit('accountsChanged', accounts.map(accountOf)),
    }
  },
)

const lamportsPerSignature = 5_000n
const tokenAccountRent = 2_039_280n
const walletMinimum = 890_880n
const neverAborted = new AbortController().signal

describe('solana', () => {
  let world: SvmWorld
  beforeAll(async () => {
    world = await svmWorld()
  })
  afterAll(() => world.stop())
  beforeEach(() => {
    const { wallet } = world
    wallet.setMood('approves')
    wallet.tamper(undefined)
    wallet.setDelivery({ is: 'sent' })
    wallet.setFeatures(...bothFeatures)
    world.intercept(undefined)
  })

  const transferOf = (asset: Asset, value: bigint, to = freshAddress()): Transfer => ({
    from: world.wallet.key.address,
    to,
    asset,
    value,
  })
  const sol = (value: bigint, to?: string) => transferOf(world.native, value, to)
  const connect = () => world.adapter.connect(found, { silent: false })
  const estimate = async (transfer: Transfer): Promise<ComputeFee> => {
    const fee = await required(world.adapter.estimateFee, 'estimateFee')(transfer, world.network)
    if (!('computeUnitLimit' in fee)) throw new Error('A fee of another namespace')
    return fee
  }
  const send = async (transfer: Transfer, fee?: ComputeFee): Promise<SubmittedTransaction> =>
    required(world.adapter.send, 'send')(await connect(), transfer, fee ?? (await estimate(transfer)))
  const verify = (sent: SubmittedTransaction, transfer: Transfer) =>
    required(world.adapter.verifySent, 'verifySent')(sent, transfer, world.network, neverAborted)
  const balance = (address: string) =>
    required(world.adapter.nativeBalance, 'nativeBalance')(address, world.network)
  const tokenBalance = async (address: string, token: Asset) => {
    const read = required(world.adapter.tokenBalances, 'tokenBalances')
    return (await read(address, world.network, [token.address ?? '']))[0]?.value
  }
  const watchTransaction = (sent: SubmittedTransaction, statuses: TransactionStatus[] = []) =>
    required(world.adapter.waitForTransaction, 'waitForTransaction')(
      sent,
      world.network,
      (status) => statuses.push(status),
      neverAborted,
    )
  const skipSlots = (count: number) => world.node.call('svm_skipSlots', count)

  const latestSchema = z.object({ value: z.object({ blockhash: z.string() }) })
  const latestBlockhash = async (): Promise<Blockhash> =>
    blockhash(latestSchema.parse(await world.node.call('getLatestBlockhash')).value.blockhash)

  test('recipient without token account › created, its deposit shown and charged', async () => {
    const transfer = transferOf(world.token, 7n)
    const fee = await estimate(transfer)
    expect(fee.accountDeposit).toBe(tokenAccountRent)
    const before = await balance(transfer.from)
    const end = await watchTransaction(await send(transfer, fee))
    expect(end).toMatchObject({ is: 'confirmed', fee: fee.maxFee - tokenAccountRent })
    expect(await balance(transfer.from)).toBe(before - fee.maxFee)
    // The second time there is no account to create.
    expect(await estimate(transfer)).not.toHaveProperty('accountDeposit')
    expect(await tokenBalance(transfer.to, world.token)).toBe(7n)
  })

  test('Token-2022 transfer › confirmed and verified', async () => {
    const transfer = transferOf(world.newerToken, 25n)
    const fee = await estimate(transfer)
    // Its accounts are larger, so the deposit differs: the simulation determines it.
    expect(fee.accountDeposit).toBeGreaterThan(tokenAccountRent)
    const before = await balance(transfer.from)
    const sent = await send(transfer, fee)
    expect((await watchTransaction(sent)).is).toBe('confirmed')
    expect(await balance(transfer.from)).toBe(before - fee.maxFee)
    expect(await tokenBalance(transfer.to, world.newerToken)).toBe(25n)
    expect(await verify(sent, transfer)).toBe('verified')
  })

  test('received amount › reported for SOL and tokens of both programs', async () => {
    const { received, minedAt } = required(world.adapter.contractCalls, 'contractCalls')
    for (const asset of [world.native, world.token, world.newerToken]) {
      const transfer = transferOf(asset, asset.address === undefined ? 1_000_000n : 25n)
      const before = Date.now() - 2_000
      const { hash } = await send(transfer)
      await watchTransaction({ chain: world.network.id, from: transfer.from, hash, nonce: undefined })
      const receivedBy = (account: string) => received(hash, account, asset, world.network, neverAborted)
      expect(await receivedBy(transfer.to)).toBe(transfer.value)
      expect(await receivedBy(transfer.from)).toBe(-transfer.value)
      expect(await receivedBy(freshAddress())).toBe(0n)
      expect(await minedAt(hash, world.network, neverAborted)).toBeGreaterThan(before)
    }
    expect(await minedAt('5'.repeat(87), world.network, neverAborted)).toBe(undefined)
  })

  test('priority fee › recent price times 1.2, charged to the lamport', async () => {
    const transfer = sol(1_000_000n)
    const quiet = await estimate(transfer)
    expect(quiet).toMatchObject({ microLamportsPerUnit: 0n, maxFee: lamportsPerSignature })
    world.intercept((method) =>
      method === 'getRecentPrioritizationFees'
        ? Response.json({ jsonrpc: '2.0', id: 1, result: [{ slot: 1, prioritizationFee: 50_000 }] })
        : undefined,
    )
    const fee = await estimate(transfer)
    expect(fee.microLamportsPerUnit).toBe(60_000n)
    const priority = (BigInt(fee.computeUnitLimit) * 60_000n + 999_999n) / 1_000_000n
    expect(fee.maxFee).toBe(lamportsPerSignature + priority)
    expect(await watchTransaction(await send(transfer, fee))).toMatchObject({
      is: 'confirmed',
      fee: fee.maxFee,
    })
  })

  test('everything but the fee sent › the account is empty', async () => {
    const { from } = sol(1n)
    const balanceBefore = await balance(from)
    const firstEstimate = await estimate(sol(1n, from))
    const transfer = sol(balanceBefore - firstEstimate.maxFee)
    // The price has changed since; the remainder becomes part of it, because it is below the rent-exempt minimum.
    const lower = { ...transfer, value: transfer.value - 40n }
    const fee = await estimate(lower)
    expect(fee.maxFee).toBe(firstEstimate.maxFee + 40n)
    expect(await watchTransaction(await send(lower, fee))).toMatchObject({ is: 'confirmed', fee: fee.maxFee })
    expect(await balance(from)).toBe(0n)
    await world.node.call('requestAirdrop', from, 25_000_000_000)
  })

  test('transfer that the chain would fail › rejected before the wallet prompts', async () => {
    const { wallet, token, native } = world
    const balanceBefore = await balance(wallet.key.address)
    const prompts = wallet.prompts()
    const mint = parseAddress(token.address ?? '')
    const unopened = await associatedTokenAddress(parseAddress(freshAddress()), mint, tokenProgram)
    const reasons: readonly (readonly [Transfer, string])[] = [
      [sol(10n ** 15n), 'insufficient-funds'],
      [sol(walletMinimum - 1n), 'rent'],
      [sol(balanceBefore - 200_000n), 'rent'],
      [transferOf(token, 10n ** 12n), 'insufficient-funds'],
      [{ ...transferOf(token, 1n), from: freshAddress() }, 'insufficient-funds'],
      [transferOf(token, 1n, token.address), 'not-a-wallet'],
      [sol(10n ** 7n, token.address), 'not-a-wallet'],
      [sol(10n ** 7n, '11111111111111111111111111111111'), 'not-a-wallet'],
      [transferOf(token, 1n, unopened), 'not-a-wallet'],
      [transferOf({ ...native, address: freshAddress() }, 1n), 'reverted'],
    ]
    for (const [transfer, reason] of reasons) {
      await expect(estimate(transfer)).rejects.toMatchObject({ code: 'send/failed', data: { reason } })
    }
    await expect(estimate(sol(walletMinimum - 1n))).rejects.toMatchObject({
      data: { account: 'receiver', minimum: walletMinimum.toString() },
    })
    expect(wallet.prompts()).toBe(prompts)
  })

  test('token account as the recipient › confirmed and verified', async () => {
    const transfer = transferOf(world.token, 5n)
    await watchTransaction(await send(transfer))
    const accounts = z.object({ value: z.array(z.object({ pubkey: z.string() })) })
    const of = { mint: world.token.address }
    const tokenAccounts = accounts.parse(await world.node.call('getTokenAccountsByOwner', transfer.to, of))
    const direct = { ...transfer, to: tokenAccounts.value[0]?.pubkey ?? '' }
    const sent = await send(direct)
    expect((await watchTransaction(sent)).is).toBe('confirmed')
    expect(await tokenBalance(transfer.to, world.token)).toBe(10n)
    expect(await verify(sent, direct)).toBe('verified')
  })

  test('wallet that only signs › the widget submits, its expiry is known', async () => {
    world.wallet.setFeatures('solana:signTransaction')
    const transfer = sol(1_000_000n)
    const sent = await send(transfer)
    expect(sent.expiresAfter).toBeGreaterThan(150)
    expect((await watchTransaction(sent)).is).toBe('confirmed')
    expect(await verify(sent, transfer)).toBe('verified')
    expect(await balance(transfer.to)).toBe(1_000_000n)
  })

  test('node accepts a transaction but responds with 502 › found, moves once', async () => {
    world.wallet.setFeatures('solana:signTransaction')
    const transfer = sol(1_000_000n)
    let sendings = 0
    world.intercept((method) => {
      if (method !== 'sendTransaction') return undefined
      sendings += 1
      return sendings === 1 ? new Response('bad gateway', { status: 502 }) : undefined
    })
    expect((await watchTransaction(await send(transfer))).is).toBe('confirmed')
    expect(sendings).toBe(2)
    expect(await balance(transfer.to)).toBe(1_000_000n)
  })

  test('transaction never lands › expires, nothing is charged', async () => {
    world.wallet.setDelivery({ is: 'withheld' })
    const transfer = sol(1_000_000n)
    const before = await balance(transfer.from)
    const statuses: TransactionStatus[] = []
    const end = watchTransaction(await send(transfer), statuses)
    await expect.poll(() => statuses).toEqual([{ is: 'submitted' }])
    await skipSlots(149)
    expect(statuses).toHaveLength(1)
    await skipSlots(10)
    expect(await end).toEqual({ is: 'expired' })
    expect(await balance(transfer.from)).toBe(before)
  })

  test('wallet signs too late › not submitted', async () => {
    const { wallet } = world
    wallet.setFeatures('solana:signTransaction')
    wallet.tamper(async (wire) => {
      await skipSlots(151)
      return wire
    })
    await expect(send(sol(1_000_000n))).rejects.toMatchObject({
      code: 'send/failed',
      data: { reason: 'expired' },
    })
  })

  test('transfer fails on chain › ends as failed and costs its fee', async () => {
    const { wallet, token } = world
    const remaining = (await tokenBalance(wallet.key.address, token)) ?? 0n
    const everything = transferOf(token, remaining)
    const fee = await estimate(everything)
    // Between signing and sending, the tokens are transferred elsewhere.
    const before = () => {
      wallet.setDelivery({ is: 'sent' })
      return send(transferOf(token, 1n, world.other.address))
    }
    wallet.setDelivery({ is: 'sent-unchecked', before })
    const balanceBefore = await balance(everything.from)
    const sent = await send(everything, fee)
    const end = await watchTransaction(sent)
    const networkFee = fee.maxFee - tokenAccountRent
    expect(end).toMatchObject({ is: 'failed', fee: networkFee })
    expect(await balance(everything.from)).toBe(balanceBefore - networkFee - lamportsPerSignature)
    expect(await tokenBalance(everything.to, token)).toBe(0n)
  })

  test.each([
    ['sends', bothFeatures],
    ['signs', ['solana:signTransaction']],
  ])('page changes the recipient, wallet %s › mismatch within 2 s', async (_, features) => {
    const { wallet } = world
    const [transfer, attacker] = [sol(1_000_000n), freshAddress()]
    wallet.setFeatures(...features)
    wallet.tamper(async () => {
      const { wire } = writeTransaction({
        from: wallet.key.address,
        instructions: [systemTransfer(wallet.key.address, parseAddress(attacker), 2_000_000n)],
        computeUnitLimit: 1_000,
        microLamportsPerUnit: 0n,
        blockhash: await latestBlockhash(),
        lastValidBlockHeight: 0,
      })
      return wire
    })
    const mismatch = { code: 'send/mismatch', data: { differs: ['to', 'value'] } }
    const start = performance.now()
    const attempt = async () => verify(await send(transfer), transfer)
    await expect(attempt()).rejects.toMatchObject(mismatch)
    expect(performance.now() - start).toBeLessThan(2_000)
    // A transaction that the widget would have had to submit was never sent.
    expect(await balance(attacker)).toBe(features.length === 1 ? 0n : 2_000_000n)
  })

  test('tokens of both programs › read together, in the given order', async () => {
    const read = required(world.adapter.tokenBalances, 'tokenBalances')
    const tokens = [world.newerToken, world.token].map(({ address }) => address ?? '')
    const balances = await read(world.other.address, world.network, tokens)
    expect(balances.map(({ asset }) => asset)).toEqual([world.newerToken, world.token])
    expect(balances[0]?.value).toBe(1_000n)
  })

  test('held tokens › the chain lists those of both programs', async () => {
    const read = required(world.adapter.allTokenBalances, 'allTokenBalances')
    const tokenAccounts = await read(world.other.address, world.network, [])
    expect(tokenAccounts.map(({ asset }) => asset)).toContainEqual(world.newerToken)
  })

  test('network switch › no prompt, only chains of the wallet are accepted', async () => {
    const connection = await connect()
    const prompts = world.wallet.prompts()
    const changes: unknown[] = []
    const stop = world.adapter.watch(connection, (change) => changes.push(change))
    const change = required(world.adapter.switchNetwork, 'switchNetwork')
    await change(connection, world.network)
    const mainnet = { ...world.network, id: parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp') }
    await expect(change(connection, mainnet)).rejects.toThrow('Chain is not supported')
    stop()
    expect(changes).toEqual([{ is: 'chain', chain: world.network.id }])
    expect(world.wallet.prompts()).toBe(prompts)
  })

  test('after disconnect › a silent connect fails', async () => {
    await world.adapter.disconnect(await connect())
    await expect(world.adapter.connect(found, { silent: true })).rejects.toMatchObject({
      code: 'wallet/no-account',
    })
  })

  test('gateway › only these methods are called', () => {
    expect([...world.gatewayMethods].sort()).toEqual([
      'getBalance',
      'getEpochInfo',
      'getFeeForMessage',
      'getLatestBlockhash',
      'getMinimumBalanceForRentExemption',
      'getMultipleAccounts',
      'getRecentPrioritizationFees',
      'getSignatureStatuses',
      'getTokenAccountsByOwner',
      'getTransaction',
      'sendTransaction',
      'simulateTransaction',
    ])
  })
})
