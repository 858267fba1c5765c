import { encodeAddress } from '@polkadot/util-crypto/address'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import * as z from '#shared/zod.ts'
import type {
  ConnectionChange,
  FeeEstimate,
  SubmittedTransaction,
  TransactionStatus,
  Transfer,
} from '../chain-adapter.ts'
import { required } from '../registry.ts'
import { chainAdapterSuite } from '../testing/chain-adapter-suite.ts'
import { polkadotManifest } from './manifest.ts'
import { type KeyAccount, keyAddress } from './testing/key-wallet.ts'
import {
  freshAddress,
  keyAccounts,
  type LocalWorld,
  localDeposit,
  localWorld,
  rpcResult,
} from './testing/local-world.ts'
import { found, moonAccount, otherGenesis } from './testing/unit-world.ts'

const genericAddress = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const neverAborted = new AbortController().signal
const oneUnit = 10n ** 12n

chainAdapterSuite(
  'polkadot',
  {
    valid: [
      [genericAddress, genericAddress],
      // The same key with the prefixes of Polkadot and Kusama.
      ['15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', genericAddress],
      ['HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F', genericAddress],
      ['0xf24ff3a9cf04c71dbc94d0b566f7a27b94566cac', '0xf24FF3a9CF04c71Dbc94D0b566f7A27B94566cac'],
    ],
    invalid: ['', '0x', '0x123', 'alice.eth', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'],
    badChecksum: [
      '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQZ',
      '0xF24FF3a9CF04c71Dbc94D0b566f7A27B94566cac',
    ],
  },
  async () => {
    const world = await localWorld()
    const { wallet } = world
    return {
      ...world,
      manifest: polkadotManifest,
      wallet: found,
      amount: 10n ** 10n,
      keptBack: localDeposit,
      freshAddress,
      setMood: wallet.setMood,
      prompts: wallet.prompts,
      emitAccounts: (addresses) =>
        wallet.emit(
          'accountsChanged',
          addresses.map((address, at) => ({ address, type: keyAccounts[at]?.type ?? 'sr25519' })),
        ),
    }
  },
)

describe('polkadot', () => {
  let world: LocalWorld
  beforeAll(async () => {
    world = await localWorld()
  })
  afterAll(() => world.stop())
  beforeEach(async () => {
    world.wallet.setMood('approves')
    world.wallet.share(keyAccounts)
    world.wallet.tamper(undefined)
    world.wallet.rewrite(undefined)
    world.intercept('author_submitExtrinsic', undefined)
    await world.node.call('dev_setBlockBuildMode', 'Instant')
    await world.node.call('dev_setFinalityLag', 0)
  })

  const first = keyAddress(keyAccounts[0])
  const transferOf = (value = oneUnit, from = first, to = freshAddress()): Transfer => ({
    from,
    to,
    asset: world.native,
    value,
  })
  const connect = () => world.adapter.connect(found, { silent: false })
  const estimate = (transfer: Transfer) =>
    required(world.adapter.estimateFee, 'estimateFee')(transfer, world.network)
  const send = async (transfer: Transfer, fee?: FeeEstimate): Promise<SubmittedTransaction> =>
    required(world.adapter.send, 'send')(await connect(), transfer, fee ?? (await estimate(transfer)))
  const verify = (sent: SubmittedTransaction, transfer: Transfer) =>
    required(world.adapter.verifySent, 'verifySent')(sent, transfer, world.network, neverAborted)
  const balance = (address: string) =>
    required(world.adapter.nativeBalance, 'nativeBalance')(address, world.network)
  const watchTransaction = (sent: SubmittedTransaction, statuses: TransactionStatus[] = []) =>
    required(world.adapter.waitForTransaction, 'waitForTransaction')(
      sent,
      world.network,
      (status) => statuses.push(status),
      neverAborted,
    )

  /** A new account of the wallet with this free balance. */
  const fundedAccount = async (free: bigint): Promise<string> => {
    const account: KeyAccount = { uri: `//drawbridge//${crypto.randomUUID()}`, type: 'sr25519' }
    world.wallet.share([...keyAccounts, account])
    await world.fund(keyAddress(account), free)
    return keyAddress(account)
  }

  /** Accepts extrinsics and discards them. */
  const loseExtrinsics = () =>
    world.intercept('author_submitExtrinsic', async () => rpcResult(`0x${'0'.repeat(64)}`))

  test.each(keyAccounts)('transfer from an account with a $type key › confirmed', async (account) => {
    const transfer = transferOf(oneUnit, keyAddress(account))
    const end = await watchTransaction(await send(transfer))
    expect(end.is).toBe('confirmed')
    expect(await balance(transfer.to)).toBe(oneUnit - localDeposit)
  })

  test('everything but the maximum fee sent › the account stays open', async () => {
    const from = await fundedAccount(oneUnit)
    const fee = await estimate(transferOf(1n, from, first))
    const transfer = transferOf((await balance(from)) - fee.maxFee, from)
    const end = await watchTransaction(await send(transfer, fee))
    if (end.is !== 'confirmed') throw new Error(`ended as ${end.is}`)
    expect(await balance(from)).toBe(fee.maxFee - end.fee)
  })

  test.each([
    ['sender-below-existential-deposit', (fee: bigint) => oneUnit - fee - localDeposit / 2n],
    ['insufficient-funds', () => oneUnit],
    ['receiver-below-existential-deposit', () => localDeposit - 1n],
  ] as const)('transfer with %s › rejected before the wallet prompts', async (reason, value) => {
    const from = await fundedAccount(oneUnit)
    const fee = await estimate(transferOf(localDeposit, from))
    const transfer = transferOf(value(fee.maxFee), from)
    const connection = await connect()
    const before = world.wallet.prompts()
    const refused = { code: 'send/failed', data: { reason, existentialDeposit: `${localDeposit}` } }
    await expect(estimate(transfer)).rejects.toMatchObject(refused)
    await expect(required(world.adapter.send, 'send')(connection, transfer, fee)).rejects.toMatchObject(
      refused,
    )
    expect(world.wallet.prompts()).toBe(before)
  })

  test('formatAddress › uses the prefix that the node reports', async () => {
    const formatAddress = required(world.adapter.formatAddress, 'formatAddress')
    const { consts } = await world.api()
    const prefix = z.int().parse(consts.system?.ss58Prefix?.toPrimitive())
    expect(await formatAddress(first, world.network)).toBe(encodeAddress(first, prefix))
  })

  test('address of 20 bytes › rejected on this chain', async () => {
    const refused = { code: 'send/failed', data: { reason: 'account-kind' } }
    await expect(estimate(transferOf(oneUnit, first, moonAccount))).rejects.toMatchObject(refused)
    await expect(balance(moonAccount)).rejects.toMatchObject(refused)
  })

  test('token transfer › not supported', async () => {
    const token = { ...transferOf(), asset: { ...world.native, address: '1984' } }
    await expect(estimate(token)).rejects.toMatchObject({ code: 'chain/unsupported' })
  })

  test('gateway unreachable before the prompt › nothing was sent', async () => {
    const fee = await estimate(transferOf())
    world.intercept('system_accountNextIndex', async () => Promise.reject(new TypeError('Failed to fetch')))
    const sending = send(transferOf(), fee)
    await expect(sending).rejects.toMatchObject({ code: 'send/failed', data: { reason: 'network' } })
    world.intercept('system_accountNextIndex', undefined)
  })

  test('transfer in the pool, then in a block › confirmed once it is finalized', async () => {
    await world.node.call('dev_setBlockBuildMode', 'Manual')
    await world.node.call('dev_setFinalityLag', 1)
    const transfer = transferOf()
    const sent = await send(transfer)
    const statuses: TransactionStatus[] = []
    const end = watchTransaction(sent, statuses)
    expect(await world.node.call('author_pendingExtrinsics')).toHaveLength(1)
    await world.buildBlocks(1)
    expect(await verify(sent, transfer)).toBe('verified')
    await world.look()
    expect(statuses).toEqual([{ is: 'submitted', nonce: sent.nonce }])
    await world.buildBlocks(1)
    expect((await end).is).toBe('confirmed')
    expect(statuses.map(({ is }) => is)).toEqual(['submitted', 'confirmed'])
  })

  test('transfer fails on chain › ends as failed and costs its fee', async () => {
    await world.node.call('dev_setBlockBuildMode', 'Manual')
    const from = await fundedAccount(10n * oneUnit)
    const sent = await send(transferOf(5n * oneUnit, from))
    await world.fund(from, oneUnit)
    await world.buildBlocks(1)
    const end = await watchTransaction(sent)
    if (end.is !== 'failed') throw new Error(`ended as ${end.is}`)
    expect(end.fee > 0n).toBe(true)
    expect(await balance(from)).toBe(oneUnit - localDeposit - end.fee)
  })

  test('extrinsic with the same nonce › replaced, with its hash', async () => {
    const from = await fundedAccount(100n * oneUnit)
    loseExtrinsics()
    const lost = await send(transferOf(oneUnit, from))
    world.intercept('author_submitExtrinsic', undefined)
    const transfer = transferOf(2n * oneUnit, from)
    const other = await send(transfer)
    expect(other.nonce).toBe(lost.nonce)
    expect(await watchTransaction(lost)).toEqual({ is: 'replaced', by: other.hash })
    expect(await verify({ ...lost, hash: other.hash }, transfer)).toBe('verified')
    const differs = { code: 'send/mismatch', data: { differs: ['to', 'value'] } }
    await expect(verify({ ...lost, hash: other.hash }, transferOf(oneUnit, from))).rejects.toMatchObject(
      differs,
    )
  })

  test('nonce and era unknown after a reload › the result is found', async () => {
    const { expiresAfter: _, ...sent } = await send(transferOf())
    expect((await watchTransaction({ ...sent, nonce: undefined })).is).toBe('confirmed')
  })

  test('page changes the payload › mismatch, nothing submitted', async () => {
    const attacker = freshAddress()
    const feeEstimate = await estimate(transferOf())
    const method = await methodOf(transferOf(oneUnit, first, attacker))
    world.wallet.tamper((payload) => ({ ...payload, method }))
    const sending = send(transferOf(), feeEstimate)
    const before = world.calls.length
    await expect(sending).rejects.toMatchObject({ code: 'send/mismatch', data: { differs: ['signature'] } })
    expect(world.calls.slice(before)).not.toContain('author_submitExtrinsic')
    expect(await balance(attacker)).toBe(0n)
  })

  /** The call that the wallet gets for a transfer; the wallet does not sign it. */
  const methodOf = async (transfer: Transfer): Promise<string> => {
    let lastMethod = ''
    world.wallet.tamper((payload) => {
      lastMethod = payload.method
      return { ...payload, address: '' }
    })
    await send(transfer).catch(() => undefined)
    world.wallet.tamper(undefined)
    return lastMethod
  }

  test.each([
    ['no signature', { id: 1 }, 'bad-signature'],
    ['bytes of another length', { id: 1, signature: `0x${'11'.repeat(63)}` }, 'bad-signature'],
    [
      'an extrinsic of its own that is none',
      { id: 1, signature: `0x01${'11'.repeat(64)}`, signedTransaction: '0x1234' },
      'altered-call',
    ],
  ])('wallet responds with %s › rejected, nothing submitted', async (_name, response, reason) => {
    world.wallet.rewrite(() => response)
    const before = world.calls.length
    await expect(send(transferOf())).rejects.toMatchObject({ code: 'send/failed', data: { reason } })
    expect(world.calls.slice(before)).not.toContain('author_submitExtrinsic')
  })

  test('wallet returns the whole extrinsic › sent only if it matches the request', async () => {
    world.wallet.rewrite((response, wholeExtrinsic) => ({ ...response, signedTransaction: wholeExtrinsic() }))
    const transfer = transferOf()
    const sent = await send(transfer)
    expect((await watchTransaction(sent)).is).toBe('confirmed')
    expect(await verify(sent, transfer)).toBe('verified')
    const method = await methodOf(transferOf(2n * oneUnit))
    world.wallet.rewrite((response, wholeExtrinsic) => ({
      ...response,
      signedTransaction: wholeExtrinsic(method),
    }))
    await expect(send(transfer)).rejects.toMatchObject({ code: 'send/mismatch', data: { differs: ['call'] } })
  })

  test('response to the submission is lost › unknown outcome with the hash', async () => {
    world.intercept('author_submitExtrinsic', async (forward) => {
      await forward()
      throw new TypeError('Failed to fetch')
    })
    const transfer = transferOf()
    const signed: SubmittedTransaction[] = []
    const [connection, fee] = [await connect(), await estimate(transfer)]
    const sending = required(world.adapter.send, 'send')(connection, transfer, fee, (one) => signed.push(one))
    const error = await sending.catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ data: { reason: 'unknown-outcome', hint: signed[0]?.hash } })
    await expect.poll(() => balance(transfer.to), { timeout: 10_000 }).toBe(oneUnit - localDeposit)
    // Reported before the node had it, so that a stored transaction can be watched.
    expect(signed).toHaveLength(1)
    for (const one of signed) expect((await watchTransaction(one)).is).toBe('confirmed')
  })

  test('account bound to another chain › omitted; none left › no account', async () => {
    const [one, two] = keyAccounts
    world.wallet.share([
      { ...one, genesisHash: otherGenesis },
      { ...two, genesisHash: world.genesisHash },
    ])
    expect((await connect()).accounts).toEqual([keyAddress(two)])
    world.wallet.share([{ ...one, genesisHash: otherGenesis }])
    const none = { code: 'wallet/no-account', data: { reason: 'other-network' } }
    await expect(connect()).rejects.toMatchObject(none)
  })

  test('network switch › no prompt, and the accounts bound to that chain', async () => {
    const [one, two] = keyAccounts
    world.wallet.share([one, { ...two, genesisHash: otherGenesis }])
    const connection = await connect()
    const other: Network = { ...world.network, id: parseChainId(`polkadot:${otherGenesis.slice(2, 34)}`) }
    const changes: ConnectionChange[] = []
    const stop = world.adapter.watch(connection, (change) => changes.push(change))
    const before = world.wallet.prompts()
    await required(world.adapter.switchNetwork, 'switchNetwork')(connection, other)
    stop()
    expect(changes).toMatchObject([
      { is: 'chain', chain: other.id },
      { is: 'accounts', accounts: [keyAddress(one), keyAddress(two)] },
    ])
    expect(world.wallet.prompts()).toBe(before)
  })

  test('gateway of another chain › rejected', async () => {
    const other: Network = { ...world.network, id: parseChainId(`polkadot:${otherGenesis.slice(2, 34)}`) }
    const read = required(world.adapter.nativeBalance, 'nativeBalance')(first, other)
    await expect(read).rejects.toMatchObject({ code: 'chain/unsupported' })
  })

  test('metadata › loaded once, again after an upgrade, released when idle', async () => {
    const loads = async () => {
      const before = world.calls.length
      await balance(first)
      return world.calls.slice(before).filter((method) => method === 'state_getMetadata').length
    }
    await loads()
    expect(await loads()).toBe(0)
    world.intercept('state_getRuntimeVersion', async (forward) => {
      const { result } = z.object({ result: z.looseObject({}) }).parse(await (await forward()).json())
      return rpcResult({ ...result, specVersion: 901 })
    })
    expect([await loads(), await loads()]).toEqual([1, 0])
    world.intercept('state_getRuntimeVersion', undefined)
    expect([await loads(), await loads()]).toEqual([1, 0])
    world.passIdleTime()
    expect([await loads(), await loads()]).toEqual([1, 0])
  })

  test('after disconnect › a silent connect fails', async () => {
    await world.adapter.disconnect(await connect())
    await expect(world.adapter.connect(found, { silent: true })).rejects.toMatchObject({
      code: 'wallet/no-account',
    })
  })

  test('transfer in no block › expires with its era, nothing moved', async () => {
    await world.node.call('dev_setBlockBuildMode', 'Manual')
    // An era starts at a finalized block: if that is far behind the latest one, the era ends soon. Real blocks must pass.
    await world.node.call('dev_setFinalityLag', 25)
    loseExtrinsics()
    const transfer = transferOf()
    const sent = await send(transfer)
    const last = sent.expiresAfter ?? 0
    await world.node.call('dev_setFinalityLag', 0)
    const end = watchTransaction(sent)
    await world.buildBlocksTo(last - 1)
    expect(await Promise.race([end, world.look()])).toBe('nothing yet')
    await world.buildBlocksTo(last)
    expect(await end).toEqual({ is: 'expired' })
    expect(await balance(transfer.to)).toBe(0n)
  }, 120_000)

  test('gateway › only these methods are called', () => {
    expect([...new Set(world.calls)].sort()).toEqual([
      'author_submitExtrinsic',
      'chain_getBlock',
      'chain_getBlockHash',
      'chain_getFinalizedHead',
      'chain_getHeader',
      'rpc_methods',
      'state_call',
      'state_getMetadata',
      'state_getRuntimeVersion',
      'state_getStorage',
      'system_accountNextIndex',
      'system_chain',
      'system_properties',
    ])
  })
})
