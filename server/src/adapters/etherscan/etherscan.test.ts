import { afterEach, describe, expect, it } from 'vitest'
import { getHistory } from '../../../../shared/api/history.ts'
import * as z from '../../../../shared/zod.ts'
import { UnsupportedChainError } from '../../ports/rpc.ts'
import { InvalidAddressError } from '../../ports/sources/balances.ts'
import { type HistoryPage, InvalidCursorError } from '../../ports/sources/history.ts'
import { VendorError } from '../../ports/vendor.ts'
import { createManualTimers } from '../../vendor-clients/testing/manual-timers.ts'
import {
  longTimeoutMs,
  respondWithJson,
  type StubHandler,
  startVendorStub,
} from '../../vendor-clients/testing/vendor-stub.ts'
import { createThrottle, type Throttle } from '../../vendor-clients/throttle.ts'
import { createEtherscanHistory, type EtherscanChain } from './etherscan.ts'
import {
  type EtherscanLists,
  etherscanApi,
  hashOf,
  usdc,
  wireInternal,
  wireTransaction,
  wireTransfer,
} from './testing/api-stub.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const chainId = 'eip155:8453'
const apiKey = 'ABCDEF123456'
const account = '0x1111111111111111111111111111111111111111'
const [bob, router] = ['0x2222222222222222222222222222222222222222', `0x${'3'.repeat(40)}`]
const unthrottled: Throttle = (request) => request()

async function explorer(handler: StubHandler, tokens: EtherscanChain['tokens'] = [], throttle = unthrottled) {
  const stub = await startVendorStub(handler)
  open.push(stub.close)
  const timers = createManualTimers()
  const source = createEtherscanHistory(
    { outbound: stub.outbound, timers, timeoutMs: longTimeoutMs },
    {
      ...{ url: `${stub.origin}/v2/api`, apiKey, throttle },
      chains: [{ chainId, tokens, native: { name: 'Ether', symbol: 'ETH', decimals: 18 } }],
    },
  )
  return { stub, timers, source, page: (cursor?: string) => source.page(chainId, account, cursor) }
}

const withLists = (lists: EtherscanLists, tokens: EtherscanChain['tokens'] = []) =>
  explorer(etherscanApi('8453', account, apiKey, lists), tokens)

/** `operation status from to transfers` of each transaction, validated against the endpoint. */
async function linesWith(lists: EtherscanLists, tokens: EtherscanChain['tokens'] = []) {
  const page = await (await withLists(lists, tokens)).page()
  return z
    .parse(getHistory.response(), page)
    .data.map(({ metadata, transfers }) => [
      ...[metadata.operationType, metadata.status, metadata.sentFrom, metadata.sentTo],
      (transfers ?? []).map(({ direction, numeric, name }) => `${direction} ${numeric} ${name}`),
    ])
}

const ether = String(10n ** 18n)

describe('Etherscan › a transaction', () => {
  it("native currency sent, token received, swap › the account's view", async () => {
    const lists = {
      txlist: [
        wireTransaction(3, 30, account, router, { input: '0x38ed1739', value: ether }),
        wireTransaction(1, 10, account, bob, { value: ether }),
      ],
      tokentx: [
        wireTransfer(3, 30, router, account, '7000000'),
        wireTransfer(2, 20, bob, account, '2500000'),
      ],
      txlistinternal: [wireInternal(3, 30, router, account, '1')],
    }
    expect(await linesWith(lists)).toEqual([
      ['trade', 'confirmed', account, router, ['out 1 ETH', 'in 7 USDC', 'in 0.000000000000000001 ETH']],
      ['receive', 'confirmed', bob, account, ['in 2.5 USDC']],
      ['send', 'confirmed', account, bob, ['out 1 ETH']],
    ])
  })

  it.each([
    ['isError', { isError: '1', txreceipt_status: '1' }],
    ['its receipt', { isError: '0', txreceipt_status: '0' }],
  ])('failed by %s › no transfers', async (_, given) => {
    const txlist = [wireTransaction(1, 10, account, bob, { value: ether, ...given })]
    expect(await linesWith({ txlist })).toEqual([['send', 'failed', account, bob, []]])
  })

  it('before Byzantium, in the genesis block, by creation › parsed', async () => {
    const txlist = [
      wireTransaction(2, 9, account, '', { contractAddress: router, input: '0x60' }),
      wireTransaction(1, 8, account, bob, { txreceipt_status: '' }),
      { ...wireTransaction(0, 0, 'GENESIS', account), hash: `GENESIS_${account.slice(2)}`, nonce: '' },
    ]
    expect(await linesWith({ txlist })).toEqual([
      ['deploy', 'confirmed', account, router, []],
      ['send', 'confirmed', account, bob, []],
    ])
  })

  it('internal calls without transfers › skipped', async () => {
    const txlistinternal = [
      wireInternal(1, 10, bob, account, '1', { type: 'delegatecall' }),
      wireInternal(2, 10, bob, account, '1', { isError: '1' }),
      wireInternal(3, 10, bob, account, '0'),
    ]
    expect(await linesWith({ txlistinternal })).toEqual([])
  })

  it('token without decimals › no amount; listed token › its listed name', async () => {
    const tokentx = [wireTransfer(1, 10, bob, account, '5', { tokenDecimal: '' })]
    expect(await linesWith({ tokentx })).toEqual([['execute', 'confirmed', bob, account, []]])
    const listed = [{ address: usdc, name: 'Dollar', symbol: 'USD', decimals: 6 }]
    expect((await linesWith({ tokentx: [wireTransfer(1, 10, bob, account, '5')] }, listed))[0]?.[4]).toEqual([
      'in 0.000005 USD',
    ])
  })
})

describe('Etherscan › requests', () => {
  it('page › three actions with the documented parameters', async () => {
    const { page, stub } = await withLists({})
    expect(await page()).toEqual({ data: [], next: null })
    const common = {
      ...{ chainid: '8453', module: 'account', address: account, startblock: '0', endblock: '9999999999' },
      ...{ page: '1', offset: '50', sort: 'desc', apikey: apiKey },
    }
    expect(stub.requests.map(({ query }) => query)).toEqual(
      expect.arrayContaining(
        ['txlist', 'tokentx', 'txlistinternal'].map((action) => ({ ...common, action })),
      ),
    )
    expect(stub.requests).toHaveLength(3)
  })

  it('pages › contain each transaction once and complete', async () => {
    const blocks = Array.from({ length: 180 }, (_, at) => 1_000 - at)
    const { page, timers } = await withLists({
      txlist: blocks.map((block) => wireTransaction(block, block, account, bob, { value: '1' })),
      tokentx: blocks.flatMap((block) => [
        wireTransfer(block, block, bob, account, '1'),
        wireTransfer(block, block, bob, account, '2'),
        // So that a request of 50 rows ends within a block.
        wireTransfer(block, block, bob, account, '3'),
      ]),
      txlistinternal: blocks.slice(0, 100).map((block) => wireInternal(block, block, bob, account, '1')),
    })
    const entries: HistoryPage['data'][number][] = []
    let cursor: string | undefined
    for (let pages = 0; pages < 50; pages += 1) {
      const { data, next } = await page(cursor)
      entries.push(...data)
      timers.advance(20_000)
      if (next == null) break
      cursor = next
    }
    expect(entries.map(({ metadata }) => metadata.hash)).toEqual(blocks.map(hashOf))
    expect(entries.map(({ transfers }) => transfers?.length)).toEqual(
      blocks.map((block) => (block > 900 ? 5 : 4)),
    )
  })

  it('block with more than 50 rows › read with 1,000; one with more fails', async () => {
    const rows = (count: number) =>
      Array.from({ length: count }, () => wireTransfer(1, 10, bob, account, '1'))
    const { page, stub } = await withLists({ tokentx: rows(999) })
    expect((await page()).data[0]?.transfers).toHaveLength(999)
    expect(stub.requests.map(({ query }) => query.offset).toSorted()).toEqual(['1000', '50', '50', '50'])
    const { page: pageOf } = await withLists({ tokentx: rows(1_001) })
    await expect(pageOf()).rejects.toMatchObject({ reason: 'invalid' })
  })

  it("four concurrent pages › requests start at the plan's rate", async () => {
    const waits: number[] = []
    const clock = createManualTimers()
    const throttle = createThrottle({
      ...{ vendor: 'Etherscan', intervalMs: 350, maxWaitMs: 10_000, clock: clock.now },
      wait: async (ms) => void waits.push(ms),
    })
    const { source, stub } = await explorer(etherscanApi('8453', account, apiKey, {}), [], throttle)
    const cursors = [10, 11, 12, 13].map((block) => Buffer.from(`etherscan.${block}`).toString('base64url'))
    await Promise.all(cursors.map((cursor) => source.page(chainId, account, cursor)))
    expect(stub.requests).toHaveLength(12)
    expect(waits.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 11 }, (_, at) => (at + 1) * 350))
  })

  it('invalid cursor, address or network › rejected without a request', async () => {
    const { page, source, stub } = await withLists({})
    for (const text of ['§', 'etherscan.5', ...['etherscan.0', 'etherscan.5&chainid=1', 'ots.5'].map(btoa)])
      await expect(page(text)).rejects.toThrow(InvalidCursorError)
    await expect(source.page(chainId, '0x1&action=balance', undefined)).rejects.toThrow(InvalidAddressError)
    await expect(source.page('eip155:5', account, undefined)).rejects.toThrow(UnsupportedChainError)
    expect(stub.requests).toEqual([])
  })
})

describe('Etherscan › errors with status 200', () => {
  it.each(['No transactions found', 'No internal transactions found', 'No token transactions found'])(
    '%s › an empty list',
    async (message) => {
      const { page } = await explorer(respondWithJson({ status: '0', message, result: [] }))
      expect(await page()).toEqual({ data: [], next: null })
    },
  )

  it.each([
    ['Max rate limit reached, please use API Key for higher rate limit', 'limited', 1_000],
    ['Max calls per sec rate limit reached (3/sec)', 'limited', 1_000],
    ['Max daily rate limit reached. 100000 (100%) of 100000 day/limit', 'limited', 300_000],
    ['Invalid API Key', 'rejected', undefined],
    [`Invalid API Key (#err2)|${apiKey}`, 'rejected', undefined],
    ['Missing/Invalid API Key', 'rejected', undefined],
    ['Too many invalid api key attempts, please try again later', 'rejected', undefined],
    ['Free API access is not supported for this chain', 'rejected', undefined],
    ['Error! Invalid address format', 'rejected', undefined],
    ['Query Timeout occured. Please select a smaller result dataset', 'unavailable', undefined],
    ['No transactions found', 'rejected', undefined],
    ['', 'rejected', undefined],
  ])('%j › %s', async (result, reason, retryAfterMs) => {
    const { page } = await explorer(respondWithJson({ status: '0', message: 'NOTOK', result }))
    const error: unknown = await page().catch((thrown: unknown) => thrown)
    if (!(error instanceof VendorError)) throw error
    expect([error.reason, error.retryAfterMs]).toEqual([reason, retryAfterMs])
    expect(JSON.stringify([error, error.message, error.stack])).not.toContain(apiKey)
  })

  it('empty list with another message › error', async () => {
    const { page } = await explorer(respondWithJson({ status: '0', message: 'NOTOK', result: [] }))
    await expect(page()).rejects.toMatchObject({ reason: 'rejected' })
  })

  it("wrong key › the documented error, regardless of Etherscan's message", async () => {
    const { page } = await explorer(etherscanApi('8453', account, 'another', {}))
    await expect(page()).rejects.toMatchObject({ message: 'Etherscan: the API key is refused' })
  })
})
