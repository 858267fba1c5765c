import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem/utils'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SentBundle, Transfer } from '../chain-adapter.ts'
import { required } from '../registry.ts'
import { type Hex, hashSchema, toQuantity } from './hex.ts'
import { type AnvilWorld, anvilWorld } from './testing/anvil-world.ts'
import { deployBundleAccount } from './testing/deploy.ts'

const { signal } = new AbortController()
const abi = parseAbi(['function execute(bytes32 mode, bytes executionData)'])

let world: AnvilWorld
let delegate: Hex
let account: PrivateKeyAccount
beforeAll(async () => {
  world = await anvilWorld()
  delegate = await deployBundleAccount(world.node)
})
afterAll(() => world.stop())
beforeEach(async () => {
  account = privateKeyToAccount(generatePrivateKey())
  await world.node.call('anvil_setBalance', account.address, toQuantity(10n ** 18n))
  await world.node.call('evm_setAutomine', false)
  world.gatewayMethods.clear()
})
afterEach(() => world.node.call('evm_setAutomine', true))

type Inner = { readonly target: Hex; readonly value: bigint; readonly data: Hex }

const batch = (calls: readonly Inner[]) =>
  encodeFunctionData({
    abi,
    args: [
      `0x01${'0'.repeat(62)}`,
      encodeAbiParameters(parseAbiParameters('(address target, uint256 value, bytes data)[]'), [calls]),
    ],
  })

/** Sends a transaction of the account to itself; `upgrades` also delegates it. */
async function sendSelf(nonce: number, data: Hex, upgrades: boolean): Promise<Hex> {
  const fees = { chainId: 1, gas: 500_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 0n }
  const call = { ...fees, to: account.address, data, nonce }
  // The transaction uses the account's nonce before the authorization is applied.
  const raw = upgrades
    ? await account.signTransaction({
        ...({ ...call, type: 'eip7702' } as const),
        authorizationList: [
          await account.signAuthorization({ address: delegate, chainId: 1, nonce: nonce + 1 }),
        ],
      })
    : await account.signTransaction({ ...call, type: 'eip1559' })
  return hashSchema.parse(await world.node.call('eth_sendRawTransaction', raw))
}

describe('wallet that sends transfers as batches of the account', () => {
  const verifySent = (hash: string, to: Hex) => {
    const { native, adapter, network } = world
    const requested: Transfer = { from: account.address, to, value: 5n, asset: native }
    const sent = { chain: network.id, from: account.address, hash, nonce: undefined }
    return required(adapter.verifySent, 'verifySent')(sent, requested, network, signal)
  }
  /** Mines once the verification has read the account's code, which does not exist yet. */
  const mineAfterFirstPoll = async () => {
    await expect.poll(() => world.gatewayMethods.has('eth_getCode')).toBe(true)
    await world.node.call('evm_mine')
  }
  const target = () => privateKeyToAccount(generatePrivateKey()).address

  test('upgrade by the same transaction, not mined yet › added, no mismatch', async () => {
    const to = target()
    const verdict = verifySent(await sendSelf(0, batch([{ target: to, value: 5n, data: '0x' }]), true), to)
    await Promise.all([expect(verdict).resolves.toBe('added'), mineAfterFirstPoll()])
  })

  test('upgrade by the transaction before, both pending › verified, no mismatch', async () => {
    const to = target()
    await sendSelf(0, '0x', true)
    const verdict = verifySent(await sendSelf(2, batch([{ target: to, value: 5n, data: '0x' }]), false), to)
    await Promise.all([expect(verdict).resolves.toBe('verified'), mineAfterFirstPoll()])
  })

  test('no upgrade › mismatch once mined, nothing moved', async () => {
    const to = target()
    const verdict = verifySent(await sendSelf(0, batch([{ target: to, value: 5n, data: '0x' }]), false), to)
    const mismatch = expect(verdict).rejects.toMatchObject({ code: 'send/mismatch' })
    await Promise.all([mismatch, mineAfterFirstPoll()])
    expect(await world.node.call('eth_getBalance', to, 'latest')).toBe('0x0')
  })

  test('another call › mismatch before it is mined', async () => {
    const hash = await sendSelf(0, batch([{ target: target(), value: 5n, data: '0x' }]), true)
    await expect(verifySent(hash, target())).rejects.toMatchObject({ code: 'send/mismatch' })
  })
})

describe('bundle of a wallet that upgrades the account', () => {
  const calls = [0n, 5n].map((value) => ({
    target: privateKeyToAccount(generatePrivateKey()).address,
    value,
  }))
  const data = batch(calls.map((call) => ({ ...call, data: '0x' })))
  const verifyBundle = (hashes: readonly string[]) => {
    const { bundles } = required(world.adapter.contractCalls, 'contractCalls')
    const sent: SentBundle = {
      ...{ account: account.address, chain: world.network.id, hashes },
      calls: calls.map(({ target, value }) => ({ to: target, value, data: '0x' })),
    }
    return bundles?.verify(sent, signal)
  }
  const mine = () => world.node.call('evm_mine')

  test('same transaction › added, with the delegate', async () => {
    const hash = await sendSelf(0, data, true)
    await mine()
    const added = [{ is: 'authorisation', delegate: delegate.toLowerCase(), chain: world.network.id }]
    expect(await verifyBundle([hash])).toEqual({ verdict: 'added', added })
  })

  test('transaction before › verified; with both receipts › added, with the delegate', async () => {
    const upgrade = await sendSelf(0, '0x', true)
    const hash = await sendSelf(2, data, false)
    await mine()
    expect(await verifyBundle([hash])).toEqual({ verdict: 'verified', added: [] })
    expect(await verifyBundle([upgrade, hash])).toMatchObject({
      verdict: 'added',
      added: [{ is: 'authorisation' }],
    })
  })

  test('no upgrade › mismatch, nothing executed', async () => {
    const hash = await sendSelf(0, data, false)
    await mine()
    await expect(verifyBundle([hash])).rejects.toMatchObject({ code: 'send/mismatch', data: { made: 0 } })
  })
})
