import {
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  stringToHex,
  type TransactionSerialized,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { walletProofText } from '#shared/api/wallet-proof.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import * as z from '#shared/zod.ts'
import type { Connection, RpcRequest } from '../../chain-adapter.ts'
import { keyConnection } from '../../local-keys.ts'
import { virtualClock } from '../../testing/virtual-clock.ts'
import type { Hex } from '../hex.ts'
import { testLocalKey } from '../testing/local-key.ts'
import { memoryNode } from '../testing/memory-node.ts'
import { bob, network as otherNetwork } from '../testing/unit-world.ts'
import { createLocalKeys } from './local-keys.ts'
import { signRequest } from './sign-request.ts'

const chain = parseChainId('eip155:1')
const network = { ...otherNetwork, id: chain }
const { key, account } = testLocalKey()
const connection: Connection = keyConnection(key, chain)
const keys = createLocalKeys({ openRpc: memoryNode({}), clock: virtualClock(), chosenNonces: new Set() })

const proof = walletProofText('user', 'challenge', { eip155: '0x', solana: '1', polkadot: '5' })

const message: RpcRequest = {
  method: 'personal_sign',
  params: [stringToHex('Hello, ✓'), account.address],
}

const typedData = (over: object = {}) => ({
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Mail: [
      { name: 'to', type: 'address' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain: { name: 'Mailbox', chainId: 1 },
  message: { to: bob, contents: 'Hello' },
  ...over,
})
const typedRequest = (data: object): RpcRequest => ({
  method: 'eth_signTypedData_v4',
  params: [account.address, JSON.stringify(data)],
})

const base = {
  from: account.address,
  to: bob,
  value: '0x5',
  data: '0x0102',
  gas: '0x5300',
  nonce: '0x7',
  chainId: '0x1',
}
const fees = { type: '0x2', maxFeePerGas: '0x20', maxPriorityFeePerGas: '0x10' }
const accessList = [{ address: bob, storageKeys: [`0x${'01'.repeat(32)}`] }]
const signing = (transaction: object, method = 'eth_signTransaction'): RpcRequest => ({
  method,
  params: [transaction],
})

const signedSchema = z.object({ raw: z.custom<TransactionSerialized>(), hash: z.custom<Hex>() })

describe('sign', () => {
  test("text › viem's signature of the same key", async () => {
    const signed = await keys.sign(key, message, chain)
    expect(signed).toEqual({ signature: await account.signMessage({ message: 'Hello, ✓' }) })
    expect(await keys.respond(connection, message, signed, network)).toBe(
      await account.signMessage({ message: 'Hello, ✓' }),
    )
  })

  test("typed data › viem's signature of the same key", async () => {
    const { types, message: content } = typedData()
    const mail = {
      domain: { name: 'Mailbox', chainId: 1 },
      types: { Mail: types.Mail },
      primaryType: 'Mail',
      message: content,
    } as const
    const request = typedRequest(typedData())
    const signed = await keys.sign(key, request, chain)
    expect(signed).toEqual({ signature: await account.signTypedData(mail) })
    expect(await keys.respond(connection, request, signed, network)).toBe(await account.signTypedData(mail))
  })

  test.each<[string, object, string]>([
    ['type 2', { ...base, ...fees }, 'eip1559'],
    ['type 2 with an access list', { ...base, ...fees, accessList }, 'eip1559'],
    ['type 1', { ...base, type: '0x1', gasPrice: '0x20', accessList }, 'eip2930'],
    ['type 0', { ...base, type: '0x0', gasPrice: '0x20' }, 'legacy'],
    ['a new contract', { ...base, ...fees, to: undefined }, 'eip1559'],
  ])("%s › viem's bytes of the same key", async (_, transaction, type) => {
    const signed = await keys.sign(key, signing(transaction), chain)
    const { raw, hash } = z.parse(signedSchema, signed)
    const parsed = parseTransaction(raw)
    expect(parsed).toMatchObject({ type, chainId: 1, nonce: 7, gas: 0x5300n, value: 5n, data: '0x0102' })
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(account.address)
    const { r: _r, s: _s, v: _v, yParity: _parity, ...fields } = parsed
    expect(await account.signTransaction(fields)).toBe(raw)
    expect(keccak256(raw)).toBe(hash)
    expect(JSON.parse(JSON.stringify(signed))).toEqual(signed)
    expect(await keys.respond(connection, signing(transaction), signed, network)).toBe(raw)
  })

  test.each(['nonce', 'gas', 'type', 'chainId', 'maxFeePerGas', 'maxPriorityFeePerGas'])(
    'transaction without %s › −32602',
    async (name) => {
      const transaction = { ...base, ...fees, [name]: undefined }
      await expect(keys.sign(key, signing(transaction), chain)).rejects.toMatchObject({ code: -32602 })
    },
  )

  test.each<[string, RpcRequest, number]>([
    ['another account', signing({ ...base, ...fees, from: bob }), 4100],
    ['another chain', signing({ ...base, ...fees, chainId: '0xa' }), 4901],
    [
      'a delegation',
      signing({
        ...base,
        ...fees,
        type: '0x4',
        authorizationList: [{ address: bob, chainId: '0x1', nonce: '0x0' }],
      }),
      4200,
    ],
    ['a blob transaction', signing({ ...base, ...fees, type: '0x3', maxFeePerBlobGas: '0x1' }), -32602],
    ['a nonce above 2^53', signing({ ...base, ...fees, nonce: '0x20000000000000' }), -32602],
    ['a tip above the fee limit', signing({ ...base, ...fees, maxPriorityFeePerGas: '0x21' }), -32602],
    [
      'typed data of another chain',
      typedRequest(typedData({ domain: { name: 'Mailbox', chainId: 10 } })),
      4901,
    ],
    ['typed data of chain 0', typedRequest(typedData({ domain: { name: 'Mailbox', chainId: 0 } })), -32602],
    [
      'a user operation',
      typedRequest({
        ...typedData({ primaryType: 'PackedUserOperation' }),
        types: { ...typedData().types, PackedUserOperation: typedData().types.Mail },
      }),
      4200,
    ],
    ['a text of another account', { method: 'personal_sign', params: ['0x00', bob] }, 4100],
    [
      'a proof of the wallet’s keys',
      { method: 'personal_sign', params: [stringToHex(proof), account.address] },
      4200,
    ],
    ['eth_sign', { method: 'eth_sign', params: [account.address, `0x${'00'.repeat(32)}`] }, 4200],
  ])('%s › rejected, and the key signs nothing', async (_, request, code) => {
    const untouched = { ...key, signDigest: () => expect.unreachable('The key was used') }
    await expect(signRequest(untouched, request, chain)).rejects.toMatchObject({ code })
  })

  test('key or chain of another namespace › rejected', async () => {
    const solana = { namespace: 'solana', address: '', signMessage: () => new Uint8Array(64) } as const
    await expect(keys.sign(solana, message, chain)).rejects.toMatchObject({ code: 4901 })
    await expect(keys.sign(key, message, parseChainId('solana:x'))).rejects.toMatchObject({ code: 4901 })
  })

  test('signature of another length › rejected', async () => {
    const broken = { ...key, signDigest: () => new Uint8Array(64) }
    await expect(keys.sign(broken, message, chain)).rejects.toMatchObject({ code: -32603 })
  })
})
