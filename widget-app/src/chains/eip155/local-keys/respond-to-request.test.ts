import { keccak256, stringToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import type { RpcRequest } from '../../chain-adapter.ts'
import { keyConnection } from '../../local-keys.ts'
import { virtualClock } from '../../testing/virtual-clock.ts'
import type { Hex } from '../hex.ts'
import { testLocalKey } from '../testing/local-key.ts'
import { memoryNode } from '../testing/memory-node.ts'
import { alice, bob, network as otherNetwork } from '../testing/unit-world.ts'
import { createLocalKeys } from './local-keys.ts'

const chain = parseChainId('eip155:1')
const network = { ...otherNetwork, id: chain }
const { key, account } = testLocalKey()
const connection = keyConnection(key, chain)
const mismatch = { code: -32603, data: { reason: 'mismatch' } }

type Script = Parameters<typeof memoryNode>[0]
const keysOn = (script: Script = {}) =>
  createLocalKeys({ openRpc: memoryNode(script), clock: virtualClock(), chosenNonces: new Set() })

const common = {
  from: account.address,
  to: bob,
  value: '0x5',
  data: '0x0102',
  gas: '0x5300',
  nonce: '0x7',
  chainId: '0x1',
}
const accessList = [{ address: bob, storageKeys: [] }]
const transactions = {
  'type 2': { ...common, type: '0x2', maxFeePerGas: '0x20', maxPriorityFeePerGas: '0x10', accessList },
  'type 1': { ...common, type: '0x1', gasPrice: '0x20', accessList },
  'type 0': { ...common, type: '0x0', gasPrice: '0x20' },
}
type Kind = keyof typeof transactions

const sending = (transaction: object): RpcRequest => ({
  method: 'eth_sendTransaction',
  params: [transaction],
})
const signedSchema = z.object({ raw: z.custom<Hex>(), hash: z.custom<Hex>() })
const toRaw = (raw: unknown): Hex => z.parse(z.custom<Hex>(), raw)
const sign = async (transaction: object) =>
  z.parse(signedSchema, await keysOn().sign(key, sending(transaction), chain))

const changes: Readonly<Record<string, unknown>> = {
  to: alice,
  value: '0x6',
  data: '0x0103',
  gas: '0x5301',
  nonce: '0x8',
  gasPrice: '0x21',
  maxFeePerGas: '0x21',
  maxPriorityFeePerGas: '0x11',
  accessList: [{ address: alice, storageKeys: [] }],
}
const tampered = (Object.keys(transactions) as Kind[]).flatMap((kind) =>
  Object.entries(changes)
    .filter(([name]) => name in transactions[kind])
    .map(([name, value]) => [kind, name, value] as const),
)

describe('respond › verification', () => {
  test.each(tampered)('%s, signed with another %s › mismatch, nothing sent', async (kind, name, value) => {
    const signed = await sign({ ...transactions[kind], [name]: value })
    await expect(
      keysOn().respond(connection, sending(transactions[kind]), signed, network),
    ).rejects.toMatchObject(mismatch)
  })

  test.each(Object.entries(transactions))(
    '%s, signed for another chain › mismatch',
    async (_, transaction) => {
      const signed = await keysOn().sign(
        key,
        sending({ ...transaction, chainId: '0xa' }),
        parseChainId('eip155:10'),
      )
      await expect(keysOn().respond(connection, sending(transaction), signed, network)).rejects.toMatchObject(
        mismatch,
      )
    },
  )

  test('another type › mismatch', async () => {
    const { accessList: _, ...plain } = transactions['type 1']
    const signed = await sign(transactions['type 0'])
    await expect(keysOn().respond(connection, sending(plain), signed, network)).rejects.toMatchObject(
      mismatch,
    )
  })

  test('signed by another key › mismatch', async () => {
    const other = testLocalKey()
    const request = sending({ ...transactions['type 2'], from: other.account.address })
    const signed = await keysOn().sign(other.key, request, chain)
    await expect(
      keysOn().respond(connection, sending(transactions['type 2']), signed, network),
    ).rejects.toMatchObject(mismatch)
  })

  test.each<[string, (signed: { raw: Hex; hash: Hex }) => unknown]>([
    ['another hash', ({ raw }) => ({ raw, hash: keccak256('0x00') })],
    ['bytes after it', ({ raw }) => ({ raw: `${raw}00`, hash: keccak256(`${raw}00`) })],
    ['a cut signature', ({ raw }) => ({ raw: raw.slice(0, -2), hash: keccak256('0x00') })],
    ['no transaction', ({ hash }) => ({ raw: '0x1234', hash })],
    ['no hash', ({ raw }) => ({ raw })],
    ['more members', (signed) => ({ ...signed, from: bob })],
    ['only a hash', ({ hash }) => hash],
    ['nothing', () => undefined],
  ])('response with %s › mismatch', async (_, change) => {
    const transaction = transactions['type 2']
    const signed = change(await sign(transaction))
    await expect(keysOn().respond(connection, sending(transaction), signed, network)).rejects.toMatchObject(
      mismatch,
    )
  })

  test('text and typed data with a signature of other content › mismatch', async () => {
    const textOf = (text: string) => ({
      method: 'personal_sign',
      params: [stringToHex(text), account.address],
    })
    const signed = await keysOn().sign(key, textOf('yes'), chain)
    await expect(keysOn().respond(connection, textOf('no'), signed, network)).rejects.toMatchObject(mismatch)
    const mail = (text: string) => ({
      method: 'eth_signTypedData_v4',
      params: [
        account.address,
        {
          types: { Mail: [{ name: 'text', type: 'string' }] },
          primaryType: 'Mail',
          domain: {},
          message: { text },
        },
      ],
    })
    const signedMail = await keysOn().sign(key, mail('yes'), chain)
    expect(await keysOn().respond(connection, mail('yes'), signedMail, network)).toMatch(/^0x/)
    await expect(keysOn().respond(connection, mail('no'), signedMail, network)).rejects.toMatchObject(
      mismatch,
    )
  })

  test('network of another chain › rejected', async () => {
    const transaction = transactions['type 2']
    const signed = await sign(transaction)
    await expect(
      keysOn().respond(connection, sending(transaction), signed, otherNetwork),
    ).rejects.toMatchObject({ code: 4901 })
  })
})

describe('respond › sending', () => {
  const transaction = transactions['type 2']
  const fails = (error: Error) => () => {
    throw error
  }
  const lost = fails(new WidgetError('http/network', 'RPC gateway is unreachable'))

  /** Sends over a node: `send` is called for each attempt, `find` for each look-up of the hash. */
  async function send(sendRaw: (raw: unknown) => unknown, find: (hash: unknown) => unknown = () => null) {
    const signed = await sign(transaction)
    let attempts = 0
    const keys = keysOn({
      eth_sendRawTransaction: ([raw]) => {
        attempts += 1
        return sendRaw(raw)
      },
      eth_getTransactionByHash: ([hash]) => find(hash),
    })
    const outcome = await keys
      .respond(connection, sending(transaction), signed, network)
      .catch((error: unknown) => error)
    return { outcome, attempts, hash: signed.hash, raw: signed.raw }
  }

  test('node accepts › the hash, sent once', async () => {
    const raws: unknown[] = []
    const { outcome, hash, raw } = await send((one) => {
      raws.push(one)
      return keccak256(toRaw(one))
    })
    expect(outcome).toBe(hash)
    expect(raws).toEqual([raw])
  })

  test.each([
    [-32000, 'already known'],
    [-32003, 'transaction already imported'],
  ])('node has it already (%i %s) › the hash', async (code, message) => {
    const { outcome, hash, attempts } = await send(fails(new ProviderRpcError(code, message)))
    expect([outcome, attempts]).toEqual([hash, 1])
  })

  test('nonce used by the transaction itself › the hash', async () => {
    const { outcome, hash } = await send(fails(new ProviderRpcError(-32000, 'nonce too low')), (found) => ({
      hash: found,
    }))
    expect(outcome).toBe(hash)
  })

  test.each([
    'nonce too low',
    'insufficient funds for gas * price + value',
    'replacement transaction underpriced',
  ])('node rejects it: %s › its error, nothing sent again', async (message) => {
    const { outcome, attempts } = await send(fails(new ProviderRpcError(-32000, message)))
    expect(outcome).toMatchObject({ code: -32000, message })
    expect(attempts).toBe(1)
  })

  test('response is lost, chain shows it › the hash', async () => {
    const { outcome, hash, attempts } = await send(lost, (found) => ({ hash: found }))
    expect([outcome, attempts]).toEqual([hash, 1])
  })

  test('response is lost, chain shows it later › the hash', async () => {
    let lookUps = 0
    const { outcome, hash } = await send(lost, (found) => {
      lookUps += 1
      return lookUps > 2 ? { hash: found } : null
    })
    expect(outcome).toBe(hash)
  })

  test('request is lost, the next one arrives › the hash', async () => {
    const results = [lost, keccak256]
    const { outcome, hash, attempts } = await send((raw) => results.shift()?.(toRaw(raw)))
    expect([outcome, attempts]).toEqual([hash, 2])
  })

  test.each<[string, () => never]>([
    ['no response', lost],
    ['an internal error', fails(new ProviderRpcError(-32603, 'Internal error'))],
    ['a timeout of a node behind it', fails(new ProviderRpcError(-32000, 'request timed out'))],
  ])('%s at all attempts, chain does not show it › unknown outcome with the hash', async (_, failure) => {
    const { outcome, hash, attempts } = await send(failure, fails(new WidgetError('http/network', 'away')))
    expect(outcome).toMatchObject({ code: -32603, data: { reason: 'unknown-outcome', hint: hash } })
    expect(attempts).toBe(3)
  })

  test('a later attempt is rejected › unknown outcome: the first one may have arrived', async () => {
    const results = [lost, fails(new ProviderRpcError(-32000, 'nonce too low'))]
    const { outcome } = await send(() => (results.shift() ?? lost)())
    expect(outcome).toMatchObject({ data: { reason: 'unknown-outcome' } })
  })
})
