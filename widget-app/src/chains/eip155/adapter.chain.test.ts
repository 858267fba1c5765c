import { encodeFunctionData, getAddress, parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from '#shared/zod.ts'
import type {
  FeeEstimate,
  RpcRequest,
  SubmittedTransaction,
  TransactionStatus,
  Transfer,
} from '../chain-adapter.ts'
import { required } from '../registry.ts'
import { chainAdapterSuite } from '../testing/chain-adapter-suite.ts'
import { eip155Manifest } from './manifest.ts'
import { anvilWorld, freshAddress, multicall3, type TokenWorld, tokenWorld } from './testing/anvil-world.ts'
import { found } from './testing/unit-world.ts'

chainAdapterSuite(
  'eip155',
  {
    valid: [
      ['5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
      ['0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
    ],
    invalid: ['', '0x', '0x123', 'alice.eth', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
    badChecksum: ['0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  },
  async () => {
    const world = await tokenWorld()
    return {
      ...world,
      manifest: eip155Manifest,
      wallet: found,
      notAToken: freshAddress(),
      freshAddress,
      setMood: world.wallet.setMood,
      prompts: world.wallet.prompts,
      emitAccounts: (accounts) => world.wallet.emit('accountsChanged', accounts),
      stop: world.stop,
    }
  },
)

describe('eip155: specific behaviour', () => {
  let world: TokenWorld
  beforeAll(async () => {
    world = await tokenWorld()
  })
  afterAll(() => world.stop())
  beforeEach(async () => {
    world.wallet.setMood('approves')
    world.wallet.tamper(undefined)
    world.wallet.useNonce(undefined)
    await world.node.call('evm_setAutomine', true)
  })

  const neverAborted = new AbortController().signal
  const connect = () => world.adapter.connect(found, { silent: false })
  const nativeTransfer = (value = 1n): Transfer => ({
    from: world.wallet.account.address,
    to: freshAddress(),
    asset: world.native,
    value,
  })
  const estimate = (transfer: Transfer) =>
    required(world.adapter.estimateFee, 'estimateFee')(transfer, world.network)
  const send = async (transfer: Transfer, fee?: FeeEstimate): Promise<SubmittedTransaction> =>
    required(world.adapter.send, 'send')(await connect(), transfer, fee ?? (await estimate(transfer)))
  const verify = (sent: SubmittedTransaction, transfer: Transfer) =>
    required(world.adapter.verifySent, 'verifySent')(sent, transfer, world.network, neverAborted)
  const balance = (address: string) =>
    required(world.adapter.nativeBalance, 'nativeBalance')(address, world.network)

  /** Starts to watch; `seen` resolves once the transaction was found pending. */
  function startWatching(sent: SubmittedTransaction) {
    const statuses: TransactionStatus[] = []
    let resolveSeen: (nonce: number) => void
    const seen = new Promise<number>((resolve) => {
      resolveSeen = resolve
    })
    const end = required(world.adapter.waitForTransaction, 'waitForTransaction')(
      sent,
      world.network,
      (status) => {
        statuses.push(status)
        if (status.is === 'submitted' && status.nonce !== undefined) resolveSeen(status.nonce)
      },
      neverAborted,
    )
    return { end, seen, statuses }
  }

  /** Sends, and resolves with the hash once the transaction is mined: a node returns the hash before it mines. */
  const sendMined = async (transfer: Transfer): Promise<string> => {
    const sent = await send(transfer)
    expect((await startWatching(sent).end).is).toBe('confirmed')
    return sent.hash
  }

  test('transfer reverts on the chain › failed, with a fee', async () => {
    const transfer: Transfer = { ...nativeTransfer(10n ** 20n), asset: world.token }
    const fee = { ...(await estimate({ ...transfer, value: 1n })), gas: 100_000n }
    const end = await startWatching(await send(transfer, fee)).end
    expect(end).toMatchObject({ is: 'failed' })
    expect(end.is === 'failed' && end.fee > 0n).toBe(true)
  })

  test('transfer would revert › rejected before the wallet is called', async () => {
    const excessive: Transfer = { ...nativeTransfer(10n ** 20n), asset: world.token }
    await expect(estimate(excessive)).rejects.toMatchObject({
      code: 'send/failed',
      data: { reason: 'reverted' },
    })
  })

  test('token without a return value, like USDT › arrives', async () => {
    const transfer: Transfer = { ...nativeTransfer(5n), asset: world.silentToken }
    expect((await startWatching(await send(transfer)).end).is).toBe('confirmed')
    const read = required(world.adapter.tokenBalances, 'tokenBalances')
    const [token] = await read(transfer.to, world.network, [world.silentToken.address ?? ''])
    expect(token).toEqual({ asset: world.silentToken, value: 5n })
  })

  test('whole balance minus the maximum fee › sent exactly', async () => {
    const { address } = world.wallet.account
    const fee = await estimate(nativeTransfer())
    const transfer = nativeTransfer((await balance(address)) - fee.maxFee)
    expect((await startWatching(await send(transfer, fee)).end).is).toBe('confirmed')
    expect(await balance(transfer.to)).toBe(transfer.value)
    await world.node.call('anvil_setBalance', address, `0x${(10n ** 20n).toString(16)}`)
  })

  test('pending transaction › reports its nonce, then confirmed when mined', async () => {
    await world.node.call('evm_setAutomine', false)
    const { end, seen, statuses } = startWatching(await send(nativeTransfer()))
    await seen
    await world.node.call('anvil_mine', '0x1')
    expect((await end).is).toBe('confirmed')
    expect(statuses.map((status) => status.is)).toEqual(['submitted', 'confirmed'])
  })

  test('same nonce, higher fee › replaced, with the new hash', async () => {
    await world.node.call('evm_setAutomine', false)
    const transfer = nativeTransfer()
    const fee = await estimate(transfer)
    const { end, seen } = startWatching(await send(transfer, fee))
    world.wallet.useNonce(await seen)
    if (!('gas' in fee)) throw new Error('A fee of another namespace')
    const higherFee = {
      ...fee,
      maxFeePerGas: fee.maxFeePerGas * 3n,
      maxPriorityFeePerGas: fee.maxPriorityFeePerGas * 3n,
    }
    const replacement = await send(transfer, higherFee)
    await world.node.call('anvil_mine', '0x2')
    expect(await end).toEqual({ is: 'replaced', by: replacement.hash })
    expect(await verify(replacement, transfer)).toBe('verified')
  })

  test('transaction lost by the node › dropped after further blocks', async () => {
    await world.node.call('evm_setAutomine', false)
    const sent = await send(nativeTransfer())
    const { end, seen } = startWatching(sent)
    await seen
    await world.node.call('anvil_dropTransaction', sent.hash)
    const mining = setInterval(() => void world.node.call('anvil_mine', '0x1'), 100)
    expect(await end.finally(() => clearInterval(mining))).toEqual({ is: 'dropped' })
  })

  test('page changes the recipient on the way › detected within 2 s', async () => {
    const attackerPrefix = found.handle.slice(0, 24)
    const transfer = nativeTransfer()
    world.wallet.tamper((params) => ({ ...params, to: `0x${attackerPrefix}${'1'.repeat(16)}` }))
    const sent = await send(transfer)
    const start = performance.now()
    await expect(verify(sent, transfer)).rejects.toMatchObject({
      code: 'send/mismatch',
      data: { differs: ['to'] },
    })
    expect(performance.now() - start).toBeLessThan(2_000)
  })

  test('no Multicall3 › tokens are read one by one', async () => {
    const read = required(world.adapter.tokenBalances, 'tokenBalances')
    const code = await world.node.call('eth_getCode', multicall3, 'latest')
    const tokens = [world.token.address ?? '', freshAddress(), world.silentToken.address ?? '']
    const together = await read(world.wallet.account.address, world.network, tokens)
    await world.node.call('anvil_setCode', multicall3, '0x')
    const single = await read(world.wallet.account.address, world.network, tokens)
    await world.node.call('anvil_setCode', multicall3, code)
    expect(single).toEqual(together)
    expect(single.map((each) => each.asset.symbol)).toEqual(['USDC', 'USDT'])
  })

  test('unknown chain › rejection without a second prompt, then added and selected', async () => {
    const connection = await connect()
    const change = required(world.adapter.switchNetwork, 'switchNetwork')
    const addNetwork = (request: RpcRequest) => world.wallet.request(connection.handle, request)
    const promptsDuring = async (work: () => Promise<unknown>): Promise<number> => {
      const before = world.wallet.prompts()
      await work()
      return world.wallet.prompts() - before
    }
    const chains: unknown[] = []
    world.wallet.setMood('rejects')
    const rejected = () =>
      expect(change(connection, world.otherNetwork, { addNetwork })).rejects.toMatchObject({ code: 4001 })
    expect(await promptsDuring(rejected)).toBe(1)
    world.wallet.setMood('approves')
    // Adding is one prompt, and this wallet does not switch automatically: the switch is the second.
    expect(await promptsDuring(() => change(connection, world.otherNetwork, { addNetwork }))).toBe(2)
    chains.push((await connect()).chain)
    expect(await promptsDuring(() => change(connection, world.network))).toBe(1)
    chains.push((await connect()).chain)
    expect(await promptsDuring(() => change(connection, world.otherNetwork))).toBe(1)
    await change(connection, world.network)
    expect(chains).toEqual([world.otherNetwork.id, world.network.id])
  })

  test('wallet on another network › no signature request', async () => {
    const connection = await connect()
    const change = required(world.adapter.switchNetwork, 'switchNetwork')
    const fee = await estimate(nativeTransfer())
    await change(connection, world.otherNetwork)
    await expect(send(nativeTransfer(), fee)).rejects.toMatchObject({ data: { reason: 'wrong-chain' } })
    await change(connection, world.network)
  })

  test('received from another account › native by its value, a token by its logs', async () => {
    const calls = required(world.adapter.contractCalls, 'contractCalls')
    const received = (hash: string, account: string, asset = world.native) =>
      calls.received(hash, account, asset, world.network, neverAborted)
    const transfer = nativeTransfer(5n)
    const ether = await sendMined(transfer)
    const tokens = { ...transfer, asset: world.token, value: 7n }
    const token = await sendMined(tokens)
    expect(await received(ether, transfer.to)).toBe(5n)
    expect(await received(token, tokens.to, world.token)).toBe(7n)
    // For another account or another asset, no received amount can be determined.
    expect(await received(ether, freshAddress())).toBeUndefined()
    expect(await received(token, tokens.to)).toBeUndefined()
    expect(await received(token, tokens.to, world.silentToken)).toBe(0n)
    expect(await received(`0x${'1'.repeat(64)}`, transfer.to)).toBeUndefined()
  })

  test('received from a contract › measured by the balances around its block', async () => {
    const calls = required(world.adapter.contractCalls, 'contractCalls')
    const to = freshAddress()
    const payout = encodeFunctionData({
      abi: parseAbi([
        'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes data)[] calls) payable',
      ]),
      args: [[{ target: getAddress(to), allowFailure: false, value: 9n, data: '0x' }]],
    })
    const from = world.wallet.account.address
    await world.node.call('anvil_impersonateAccount', from)
    const hash = z.parse(
      z.string(),
      await world.node.call('eth_sendTransaction', { from, to: multicall3, value: '0x9', data: payout }),
    )
    await expect
      .poll(() => world.node.call('eth_getTransactionReceipt', hash), { timeout: 10_000 })
      .toMatchObject({ status: '0x1' })
    const received = (account: string) =>
      calls.received(hash, account, world.native, world.network, neverAborted)
    expect(await received(to)).toBe(9n)
    expect(await received(freshAddress())).toBeUndefined()
  })

  test('minedAt › time of its block, undefined while pending', async () => {
    const calls = required(world.adapter.contractCalls, 'contractCalls')
    const mined = (hash: string) => calls.minedAt(hash, world.network, neverAborted)
    const before = Date.now()
    const hash = await sendMined(nativeTransfer())
    expect(await mined(hash)).toBeGreaterThanOrEqual(before - 1_000)
    expect(await mined(hash)).toBeLessThanOrEqual(Date.now() + 1_000)
    const transfer = nativeTransfer()
    const fee = await estimate(transfer)
    await world.node.call('evm_setAutomine', false)
    expect(await mined((await send(transfer, fee)).hash)).toBeUndefined()
  })

  test('disconnect › no silent connection afterwards', async () => {
    await world.adapter.disconnect(await connect())
    await expect(world.adapter.connect(found, { silent: true })).rejects.toMatchObject({
      code: 'wallet/no-account',
    })
  })

  test('gateway › gets only reads', () => {
    expect([...world.gatewayMethods].sort()).toEqual([
      'eth_blockNumber',
      'eth_call',
      'eth_estimateGas',
      'eth_gasPrice',
      'eth_getBalance',
      'eth_getBlockByNumber',
      'eth_getTransactionByHash',
      'eth_getTransactionCount',
      'eth_getTransactionReceipt',
      'eth_maxPriorityFeePerGas',
      'eth_simulateV1',
    ])
  })
})

describe('eip155: a chain without base fee', () => {
  test('transfer › one gas price is estimated, sent and sufficient', async () => {
    const world = await anvilWorld('--hardfork', 'berlin', '--gas-price', '1000000000')
    try {
      const transfer: Transfer = {
        from: world.wallet.account.address,
        to: freshAddress(),
        asset: world.native,
        value: 3n,
      }
      const fee = await required(world.adapter.estimateFee, 'estimateFee')(transfer, world.network)
      expect(fee).toMatchObject({ legacyGasPrice: 1_200_000_000n })
      const connection = await world.adapter.connect(found, { silent: false })
      const sent = await required(world.adapter.send, 'send')(connection, transfer, fee)
      const signal = new AbortController().signal
      const end = await required(world.adapter.waitForTransaction, 'waitForTransaction')(
        sent,
        world.network,
        () => undefined,
        signal,
      )
      expect(end.is === 'confirmed' && end.fee <= fee.maxFee).toBe(true)
    } finally {
      await world.stop()
    }
  })
})
