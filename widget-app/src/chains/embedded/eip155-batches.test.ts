import { describe, expect, test } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { callsStatusOf, readCapabilities, sentBatchOf } from './eip155-batches.ts'

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const networks = ['eip155:1', 'eip155:10', 'eip155:137', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'].map(
  parseChainId,
)
const supports = new Map<string, 'supported' | 'ready'>([
  ['eip155:1', 'ready'],
  ['eip155:10', 'supported'],
])
const support = async (_account: string, chain: string) => supports.get(chain) ?? 'unsupported'
const capabilities = (...params: readonly unknown[]) =>
  readCapabilities({ support }, account, networks, params)

describe('wallet_getCapabilities', () => {
  test('networks of the host › only those with bundles', async () => {
    const expected = { '0x1': { atomic: { status: 'ready' } }, '0xa': { atomic: { status: 'supported' } } }
    expect(await capabilities(account.toLowerCase())).toEqual(expected)
  })

  test('requested chains › no other ones', async () => {
    expect(await capabilities(account, ['0xA', '0x89', '0x5'])).toEqual({
      '0xa': { atomic: { status: 'supported' } },
    })
  })

  test.each([
    ['another account', ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'], 4100],
    ['no account', [], -32602],
    ['an invalid chain', [account, ['1']], -32602],
  ])('%s › rejected', async (_, params, code) => {
    await expect(capabilities(...params)).rejects.toMatchObject({ code })
  })
})

const chain = parseChainId('eip155:10')
const batch = { id: '0xab', chain, hash: `0x${'12'.repeat(32)}`, account, nonce: '0x5' }

describe('wallet_getCallsStatus', () => {
  const statusOf = (receipt: unknown) =>
    callsStatusOf({ sent: () => [batch], receipt: async () => receipt }, [batch.id])

  test.each([
    ['no receipt', null, 100],
    ['success', { status: '0x1' }, 200],
    ['revert', { status: '0x0' }, 500],
    ['a malformed receipt', { status: 1 }, 100],
  ])('%s › its code', async (_, receipt, status) => {
    const isMined = status !== 100
    expect(await statusOf(receipt)).toEqual({
      ...{ version: '2.0.0', id: batch.id, chainId: '0xa', atomic: true, status },
      ...(isMined ? { receipts: [receipt] } : {}),
    })
  })

  test('unknown id › 5730', async () => {
    const ports = { sent: () => [], receipt: () => expect.unreachable('A receipt was read') }
    await expect(callsStatusOf(ports, [batch.id])).rejects.toMatchObject({ code: 5730 })
  })
})

test('response to wallet_sendCalls › its transaction; another response › throws', () => {
  const caip345 = { caip2: chain, transactionHashes: [batch.hash] }
  expect(
    sentBatchOf({ id: batch.id, transaction: { account, nonce: '0x5' }, capabilities: { caip345 } }),
  ).toEqual(batch)
  expect(() => sentBatchOf({ id: batch.id })).toThrow()
})
