import { encodeFunctionData, parseAbi } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { createWalletTransport } from '../../testing/page-with-wallet.ts'
import { decodeParsed } from '../decode/decode-request.ts'
import { memoryNode } from '../testing/memory-node.ts'
import { alice, bob, connection, found, tokenAddress } from '../testing/unit-world.ts'
import { dappRequest } from '../wallet/dapp-request.ts'
import { parseRequest } from '../wallet/request-parser.ts'
import { createVerifiedSignatures } from '../wallet/verified-signature-cache.ts'

const send = (transaction: object) =>
  parseRequest(connection, { method: 'eth_sendTransaction', params: [transaction] })
const sentParam = (transaction: object) => send(transaction).request.params
const facts = (transaction: object, isKnown = true) =>
  decodeParsed(connection, send(transaction), () => isKnown)?.facts ?? []

describe('R1 › one canonical transaction', () => {
  it('data and input differ › −32602; equal › one data', () => {
    expect(() => send({ to: bob, data: '0x1234', input: '0x5678' })).toThrow('Invalid data')
    expect(sentParam({ to: bob, data: '0xAB', input: '0xab' })).toEqual([
      { from: alice, to: bob, data: '0xab', chainId: '0x1' },
    ])
  })

  it('unknown members › dropped; from and chainId › always set', () => {
    expect(sentParam({ to: bob, value: 5, gasLimit: '0x005208', note: 'x', feeCurrency: bob })).toEqual([
      { from: alice, to: bob, value: '0x5', gas: '0x5208', chainId: '0x1' },
    ])
  })

  it('empty data, 0x as value › no data, no value, the wallet gets neither', () => {
    const none = [{ from: alice, to: bob, chainId: '0x1' }]
    expect(sentParam({ to: bob, value: '0x', data: '' })).toEqual(none)
    expect(sentParam({ to: bob, data: '', input: '0xab' })).toEqual([{ ...none[0], data: '0xab' }])
    const bundle = { version: '2.0.0', chainId: '0x1', calls: [{ to: bob, value: '0x', data: '' }] }
    const { request } = parseRequest(connection, { method: 'wallet_sendCalls', params: [bundle] })
    expect(request.params).toMatchObject([{ calls: [{ to: bob }] }])
  })

  it.each<[string, object]>([
    ['0x as gas', { gas: '0x' }],
    ['empty text as value', { value: '' }],
    ['decimal text', { value: '10' }],
    ['two fee kinds', { gasPrice: '0x1', maxFeePerGas: '0x1' }],
    ['gas unlike gasLimit', { gas: '0x1', gasLimit: '0x2' }],
    ['blobs', { maxFeePerBlobGas: '0x1' }],
    ['a wrong checksum', { to: '0x3C44cdDdB6a900fa2b585dd299e03d12FA4293BC' }],
    ['type 0 with maxFeePerGas', { type: '0x0', maxFeePerGas: '0x1' }],
  ])('%s › −32602', (_what, over) => {
    expect(() => send({ to: bob, ...over })).toThrow(expect.objectContaining({ code: -32602 }))
  })

  it('fee, nonce, access list and authorizations › become facts', () => {
    const decoded = facts({
      to: bob,
      value: '0x1',
      gas: '0x5208',
      maxFeePerGas: '0xe8d4a51000',
      nonce: 7,
      accessList: [{ address: bob, storageKeys: [] }],
      authorizationList: [{ address: tokenAddress, chainId: 1 }],
    })
    expect(decoded).toMatchObject([
      { is: 'authorisation', delegate: tokenAddress },
      { is: 'transfer' },
      { is: 'term', name: 'fee-high' },
      { is: 'term', name: 'gas-limit', text: '21000' },
      { is: 'term', name: 'nonce', text: '7' },
      { is: 'term', name: 'access-list', text: bob },
    ])
  })

  it('Low › a bundle › unknown required capability 5700, optional one dropped', () => {
    const bundle = (capabilities: object) =>
      parseRequest(connection, {
        method: 'wallet_sendCalls',
        params: [{ version: '2.0.0', chainId: '0x1', calls: [{ to: bob, extra: 1 }], capabilities }],
      }).request.params
    expect(() => bundle({ magic: {} })).toThrow(expect.objectContaining({ code: 5700 }))
    expect(bundle({ magic: { optional: true } })).toEqual([
      { atomicRequired: false, version: '2.0.0', calls: [{ to: bob }], from: alice, chainId: '0x1' },
    ])
  })

  it('unlisted method › 4200', () => {
    expect(() => parseRequest(connection, { method: 'eth_sign', params: [] })).toThrow(
      expect.objectContaining({ code: 4200 }),
    )
  })
})

describe('R2 › calls with hidden effects', () => {
  const approve = encodeFunctionData({
    abi: parseAbi(['function approve(address, uint256)']),
    args: [bob, 1n],
  })

  it('function in capitals › decoded', () => {
    const capitals = `0x${approve.slice(2).toUpperCase()}`
    expect(facts({ to: tokenAddress, data: capitals })).toMatchObject([{ is: 'approval' }])
  })

  it('bytes after the arguments › a trailing-data term', () => {
    expect(facts({ to: tokenAddress, data: `${approve}beef` })).toMatchObject([
      { is: 'approval' },
      { is: 'term', name: 'trailing-data', text: '0xbeef' },
    ])
  })

  it('known function on an unknown contract › fact unknown-contract', () => {
    expect(facts({ to: tokenAddress, data: approve }, false)).toMatchObject([
      { is: 'approval', isUnlimited: false },
      { is: 'unknown-contract', contract: tokenAddress },
    ])
  })

  it('value with an empty multicall › a transfer', () => {
    const data = encodeFunctionData({ abi: parseAbi(['function multicall(bytes[])']), args: [[]] })
    expect(facts({ to: bob, data, value: '0x9' }, false)).toMatchObject([
      { is: 'batch', facts: [] },
      { is: 'transfer', figure: { value: 9n } },
      { is: 'unknown-contract' },
    ])
  })
})

it('R5 › wallet changed chain after the review › no request to the wallet', async () => {
  const calls: string[] = []
  const transport = createWalletTransport(found, {
    eth_chainId: () => '0x2105',
    eth_sendTransaction: () => calls.push('eth_sendTransaction'),
  })
  const ports = {
    transport,
    clock: fakeClock(),
    openRpc: memoryNode({}),
    verified: createVerifiedSignatures(),
  }
  await expect(dappRequest(ports, connection, send({ to: bob, value: '0x1' }))).rejects.toMatchObject({
    code: 4901,
  })
  expect(calls).toEqual([])
})
