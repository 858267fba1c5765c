import type { Abi } from 'viem'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { alice, bob, connection, tokenAddress } from '../testing/unit-world.ts'
import { parseRequest } from '../wallet/request-parser.ts'
import { decodeParsed } from './decode-request.ts'

const token = tokenAddress
const maxUint256 = 2n ** 256n - 1n
const unlisted = '0x00000000000000000000000000000000000000e1'
const facts = (method: string, params: readonly unknown[]) =>
  decodeParsed(connection, parseRequest(connection, { method, params }), (one) => one === token)?.facts
const factsOfTransaction = (transaction: object) =>
  facts('eth_sendTransaction', [{ from: alice, ...transaction }])

function encode(signature: string, args: readonly unknown[]): `0x${string}` {
  const abi: Abi = parseAbi([signature])
  const [entry] = abi
  return encodeFunctionData({ abi, functionName: entry && 'name' in entry ? String(entry.name) : '', args })
}
const factsOfCall = (signature: string, args: readonly unknown[], value?: string, to: string = token) =>
  factsOfTransaction({ to, data: encode(signature, args), ...(value === undefined ? {} : { value }) })
/** Contracts with functions that tokens do not have. */
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const routerV2 = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const unknownContract = { is: 'unknown-contract', contract: unlisted }

const approve = encode('function approve(address,uint256)', [bob, maxUint256])
const approval = {
  is: 'approval',
  spender: bob,
  figure: { value: maxUint256, contract: token },
  isUnlimited: true,
}

describe('transactions', () => {
  it('native value, with data or without', () => {
    const coins = { is: 'transfer', from: undefined, to: bob, figure: { value: 5n, contract: undefined } }
    expect(factsOfTransaction({ to: bob, value: '0x5' })).toEqual([coins])
    expect(factsOfTransaction({ to: bob, value: '0x5', data: '0x' })).toEqual([coins])
  })

  it.each<[signature: string, args: readonly unknown[], fact: object, at?: string]>([
    [
      'function transfer(address,uint256)',
      [bob, 7n],
      { is: 'transfer', from: undefined, to: bob, figure: { value: 7n, contract: token } },
    ],
    [
      'function transferFrom(address,address,uint256)',
      [bob, alice, 7n],
      { is: 'transfer', from: bob, to: alice, figure: { value: 7n, contract: token } },
    ],
    ['function approve(address,uint256)', [bob, maxUint256], approval],
    [
      'function approve(address,uint256)',
      [bob, 9n],
      { ...approval, figure: { value: 9n, contract: token }, isUnlimited: false },
    ],
    ['function increaseAllowance(address,uint256)', [bob, maxUint256], approval],
    [
      'function setApprovalForAll(address,bool)',
      [bob, true],
      { is: 'approval-for-all', operator: bob, collection: unlisted, isGranted: true },
      unlisted,
    ],
    [
      'function safeTransferFrom(address,address,uint256)',
      [alice, bob, 8_520n],
      { is: 'collectible', from: undefined, to: bob, collection: unlisted, id: 8_520n, count: 1n },
      unlisted,
    ],
    [
      'function safeTransferFrom(address,address,uint256,uint256,bytes)',
      [alice, bob, 3n, 40n, '0x'],
      { is: 'collectible', from: undefined, to: bob, collection: unlisted, id: 3n, count: 40n },
      unlisted,
    ],
    [
      'function approve(address,address,uint160,uint48)',
      [token, bob, 2n ** 160n - 1n, 1n],
      { ...approval, figure: { value: 2n ** 160n - 1n, contract: token }, expiry: 1n },
      permit2,
    ],
    [
      'function swapExactTokensForETH(uint256,uint256,address[],address,uint256)',
      [10n, 4n, [token, bob], alice, 1n],
      {
        is: 'swap',
        router: routerV2,
        pays: { value: 10n, contract: token },
        gets: { value: 4n, contract: undefined },
        to: alice,
      },
      routerV2,
    ],
    [
      'function multicall(bytes[])',
      [[approve]],
      {
        is: 'batch',
        facts: [{ ...approval, figure: { value: maxUint256, contract: unlisted }, mayBeCollectible: true }],
      },
      unlisted,
    ],
    [
      'function aggregate3((address,bool,bytes)[])',
      [[[token, false, approve]]],
      { is: 'batch', by: multicall3, facts: [approval] },
      multicall3,
    ],
    [
      'function execute(address,uint256,bytes)',
      [token, 0n, approve],
      { is: 'batch', facts: [approval] },
      alice,
    ],
  ])('%s › its fact', (signature, args, fact, at = token) => {
    const more = at === unlisted ? [unknownContract] : []
    expect(factsOfCall(signature, args, undefined, at)).toEqual([fact, ...more])
  })

  it.each([
    [
      'a swap',
      'function swapExactTokensForETH(uint256,uint256,address[],address,uint256)',
      [10n, 4n, [token, bob], alice, 1n],
    ],
    ['a batch', 'function execute(address,uint256,bytes)', [bob, 5n, '0x']],
    ['an operator', 'function setApprovalForAll(address,bool)', [bob, true]],
    ['a plan', 'function execute(bytes,bytes[])', ['0x', []]],
    ['an approval by Permit2', 'function approve(address,address,uint160,uint48)', [token, bob, 1n, 1n]],
  ])('E1 › %s at a listed token without it › an unknown call that may take', (_name, signature, args) => {
    const unknown = { is: 'unknown-call', mayTake: true }
    expect(factsOfCall(signature, args)).toMatchObject([unknown])
  })

  // Every contract is known here, and a known one may have approvals of the account.
  it('unknown call, or known name with invalid arguments › unknown-call with its value', () => {
    const unknown = { is: 'unknown-call', to: token, selector: '0x12345678', mayTake: true }
    expect(factsOfTransaction({ to: token, data: '0x12345678' })).toEqual([{ ...unknown, figure: undefined }])
    expect(factsOfTransaction({ to: token, data: '0x12345678', value: '0x9' })).toEqual([
      { ...unknown, figure: { value: 9n, contract: undefined } },
    ])
    expect(factsOfTransaction({ to: token, data: '0x095ea7b3ff' })).toMatchObject([{ is: 'unknown-call' }])
    expect(factsOfTransaction({ data: '0x6000' })).toMatchObject([
      { is: 'unknown-call', to: undefined, mayTake: 'unproven' },
    ])
  })

  it('value of a call that uses none › a transfer; deeply nested batch › unknown', () => {
    expect(factsOfCall('function approve(address,uint256)', [bob, maxUint256], '0x5')).toEqual([
      approval,
      { is: 'transfer', from: undefined, to: token, figure: { value: 5n, contract: undefined } },
    ])
    let data = approve
    for (let depth = 0; depth < 8; depth += 1) data = encode('function multicall(bytes[])', [[data]])
    expect(JSON.stringify(factsOfTransaction({ to: unlisted, data }))).toContain('unknown-call')
  })

  it('chain is the requested one, 7702 authorizations are first (test 44)', () => {
    const request = {
      method: 'eth_sendTransaction',
      params: [
        { to: bob, value: '0x1', chainId: '0x1', authorizationList: [{ address: token, chainId: '0x0' }] },
      ],
    }
    expect(decodeParsed(connection, parseRequest(connection, request), () => true)).toMatchObject({
      chain: 'eip155:1',
      facts: [{ is: 'authorisation', delegate: token, chain: undefined }, { is: 'transfer' }],
    })
  })

  it('bundle › a batch that hides no approval (test 44)', () => {
    const calls = [
      { to: bob, value: '0x1' },
      { to: token, data: approve },
    ]
    const params = [{ version: '2.0.0', chainId: '0x1', calls }]
    expect(facts('wallet_sendCalls', params)).toMatchObject([
      { is: 'batch', facts: [{ is: 'transfer' }, approval] },
    ])
  })

  it('undecodable request › throws; one that signs nothing › no facts', () => {
    expect(() => factsOfTransaction({ to: 'nobody' })).toThrow()
    expect(() => factsOfTransaction({ to: bob, value: 'much' })).toThrow()
    expect(facts('wallet_getCapabilities', [alice])).toBeUndefined()
    expect(facts('eth_sendRawTransaction', ['0x02f8'])).toBeUndefined()
  })
})

describe('messages', () => {
  const hex = (text: string) => `0x${Buffer.from(text).toString('hex')}`

  it('message › decoded from hex or text, in either parameter', () => {
    const message = [{ is: 'message', text: 'Hello\nthere', isDisguised: false }]
    expect(facts('personal_sign', [hex('Hello\nthere'), alice])).toEqual(message)
    expect(facts('personal_sign', [alice, hex('Hello\nthere')])).toEqual(message)
    expect(facts('personal_sign', ['Hello\nthere', alice])).toEqual(message)
  })

  it.each([
    ['bank.example', 'bank.example wants you to sign in with your Ethereum account:\n0x00'],
    ['bank.example:8443', 'https://Bank.Example:8443 wants you to sign in with your Ethereum account:\n0x00'],
    ['bank.example', 'bank.example wants you to sign in with your Solana account:\nabc'],
    ['bank.example', '<Bytes>bank.example wants you to sign in with your Polkadot account:\n5x</Bytes>'],
  ])('sign-in › names %s (test 41)', (domain, text) => {
    expect(facts('personal_sign', [hex(text), alice])).toMatchObject([{ is: 'sign-in', domain }])
  })

  it('hash, or bytes that are not text › blind', () => {
    expect(facts('personal_sign', [`0x${'9c'.repeat(32)}`, alice])).toMatchObject([
      { is: 'blind', why: 'hash' },
    ])
    expect(facts('personal_sign', ['0xff00ff', alice])).toMatchObject([{ is: 'blind', why: 'unreadable' }])
    expect(facts('personal_sign', [hex('a\u0000b'), alice])).toMatchObject([{ is: 'blind' }])
  })
})
