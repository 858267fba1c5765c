import { afterEach, describe, expect, it } from 'vitest'
import { getHistory } from '../../../../shared/api/history.ts'
import * as z from '../../../../shared/zod.ts'
import { UnsupportedChainError } from '../../ports/rpc.ts'
import { InvalidAddressError } from '../../ports/sources/balances.ts'
import { type HistoryPage, InvalidCursorError } from '../../ports/sources/history.ts'
import { createManualTimers } from '../../vendor-clients/testing/manual-timers.ts'
import {
  longTimeoutMs,
  respondWithJson,
  type StubHandler,
  startVendorStub,
} from '../../vendor-clients/testing/vendor-stub.ts'
import { type BlockscoutExplorer, createBlockscoutHistory } from './blockscout.ts'
import { parseCursor, serializeCursor } from './cursor.ts'
import {
  type BlockscoutLists,
  blockscoutApi,
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

const chainId = 'eip155:1'
const account = '0x1111111111111111111111111111111111111111'
const [bob, router] = ['0x2222222222222222222222222222222222222222', `0x${'3'.repeat(40)}`]

async function explorer(handler: StubHandler, given: Partial<BlockscoutExplorer> = {}) {
  const stub = await startVendorStub(handler)
  open.push(stub.close)
  const timers = createManualTimers()
  const source = createBlockscoutHistory({ outbound: stub.outbound, timers, timeoutMs: longTimeoutMs }, [
    {
      ...{ chainId, url: `${stub.origin}/`, tokens: [] },
      native: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      ...given,
    },
  ])
  return { stub, timers, source, page: (cursor?: string) => source.page(chainId, account, cursor) }
}

const withLists = (lists: BlockscoutLists, given: Partial<BlockscoutExplorer> = {}) =>
  explorer(blockscoutApi(account, lists), given)

/** `operation status from to transfers` of each transaction, validated against the endpoint. */
const linesOf = (page: HistoryPage) =>
  z
    .parse(getHistory.response(), page)
    .data.map(({ metadata, transfers }) => [
      ...[metadata.operationType, metadata.status, metadata.sentFrom, metadata.sentTo],
      (transfers ?? []).map(({ direction, numeric, name }) => `${direction} ${numeric} ${name}`),
    ])

const linesWith = async (lists: BlockscoutLists) => linesOf(await (await withLists(lists)).page())
const ether = 10n ** 18n

describe('Blockscout › a transaction', () => {
  it('native currency sent › other account and amount', async () => {
    const transactions = [wireTransaction(1, 10, account, bob, { value: String(ether) })]
    expect(await linesWith({ transactions })).toEqual([['send', 'confirmed', account, bob, ['out 1 ETH']]])
  })

  it('token sent › recipient of the token, not its contract', async () => {
    const transactions = [wireTransaction(1, 10, account, usdc.address_hash, { raw_input: '0xa9059cbb' })]
    const transfers = [wireTransfer(1, 10, account, bob, '2500000')]
    expect(await linesWith({ transactions, transfers })).toEqual([
      ['send', 'confirmed', account, bob, ['out 2.5 USDC']],
    ])
  })

  it('token received in another account’s transaction › its sender', async () => {
    expect(await linesWith({ transfers: [wireTransfer(1, 10, bob, account, '1')] })).toEqual([
      ['receive', 'confirmed', bob, account, ['in 0.000001 USDC']],
    ])
  })

  it('swap › outgoing and incoming transfers, including those of contracts', async () => {
    const transactions = [wireTransaction(1, 10, account, router, { raw_input: '0x38ed1739' })]
    const transfers = [wireTransfer(1, 10, account, bob, '5000000')]
    const internals = [
      wireInternal(1, 10, router, account, String(ether / 2n)),
      wireInternal(1, 10, router, account, String(ether), { type: 'delegatecall' }),
      wireInternal(1, 10, router, account, String(ether), { success: false, error: 'reverted' }),
      wireInternal(1, 10, account, router, '0'),
      wireInternal(1, 10, router, bob, String(ether)),
    ]
    expect(await linesWith({ transactions, transfers, internals })).toEqual([
      ['trade', 'confirmed', account, router, ['out 5 USDC', 'in 0.5 ETH']],
    ])
  })

  it('failed › no transfers', async () => {
    const given = { status: 'error', result: 'out of gas', value: String(ether) }
    expect(await linesWith({ transactions: [wireTransaction(1, 10, account, bob, given)] })).toEqual([
      ['send', 'failed', account, bob, []],
    ])
  })

  it('status unknown to Blockscout › pending', async () => {
    const given = { status: null, result: 'awaiting_internal_transactions' }
    expect(await linesWith({ transactions: [wireTransaction(1, 10, account, bob, given)] })).toEqual([
      ['send', 'pending', account, bob, []],
    ])
  })

  it('without a block › skipped', async () => {
    const waiting = wireTransaction(2, 0, account, bob, { block_number: null, timestamp: null, status: null })
    const mined = wireTransaction(1, 10, account, bob)
    const lines = await linesWith({ transactions: [waiting, mined] })
    expect(lines).toEqual([['send', 'confirmed', account, bob, []]])
  })

  it('contract created with a value › once, although it is listed twice', async () => {
    const created_contract = { hash: router }
    const transactions = [
      wireTransaction(1, 10, account, null, { value: '5', created_contract, raw_input: '0x60' }),
    ]
    const internals = [
      wireInternal(1, 10, account, null, '5', { type: 'create', created_contract, index: 0 }),
    ]
    const lines = await linesWith({ transactions, internals })
    expect(lines).toEqual([['send', 'confirmed', account, router, ['out 0.000000000000000005 ETH']]])
  })

  it('approval, call, creation › operation types', async () => {
    const transactions = [
      wireTransaction(3, 12, account, usdc.address_hash, { raw_input: `0x095ea7b3${'0'.repeat(128)}` }),
      wireTransaction(2, 11, account, router, { raw_input: '0x12345678' }),
      wireTransaction(1, 10, account, null, { created_contract: { hash: router }, raw_input: '0x60' }),
    ]
    expect((await linesWith({ transactions })).map(([operation]) => operation)).toEqual([
      ...['approve', 'execute', 'deploy'],
    ])
  })

  it.each([
    ['value is unknown', { total: { value: null, decimals: '6' } }],
    ['total is unknown', { total: null, token: { ...usdc, decimals: null } }],
    ['decimals are unknown', { total: { value: '1', decimals: null }, token: { ...usdc, decimals: null } }],
    ['decimals are absurd', { total: { value: '1', decimals: '99' } }],
  ])('transfer whose %s › listed without an amount', async (_, given) => {
    expect(await linesWith({ transfers: [wireTransfer(1, 10, bob, account, '1', given)] })).toEqual([
      ['execute', 'confirmed', bob, account, []],
    ])
  })

  it('token of the deployment’s list › its name, not the explorer’s', async () => {
    const tokens = [{ address: usdc.address_hash.toLowerCase(), name: 'Dollar', symbol: 'USD', decimals: 6 }]
    const { page } = await withLists(
      { transfers: [wireTransfer(1, 10, bob, account, '1000000')] },
      { tokens },
    )
    expect(linesOf(await page())[0]?.[4]).toEqual(['in 1 USD'])
  })
})

/** Transactions of many blocks in all three lists, some of them in two or three. */
const blocks = Array.from({ length: 90 }, (_, at) => 1_000 - at)
const busy = (version: 11 | 12): BlockscoutLists => ({
  ...{ version, pageSize: 10 },
  transactions: blocks
    .filter((block) => block % 2 === 0)
    .map((block) => wireTransaction(block, block, account, bob, { value: '1' })),
  transfers: blocks
    .filter((block) => block % 3 === 0)
    .flatMap((block) => [
      wireTransfer(block, block, bob, account, '1', { log_index: 2 }),
      wireTransfer(block, block, bob, account, '2', { log_index: 1 }),
    ]),
  internals: blocks
    .filter((block) => block < 930)
    .map((block) => wireInternal(block, block, bob, account, '1')),
})

describe('Blockscout › pages', () => {
  it.each([11, 12] as const)(
    'version %i › pages contain each transaction once and complete',
    async (version) => {
      const { page, timers } = await withLists(busy(version))
      const entries: HistoryPage['data'][number][] = []
      let cursor: string | undefined
      for (let pages = 0; pages < 50; pages += 1) {
        const { data, next } = await page(cursor)
        entries.push(...data)
        timers.advance(20_000)
        if (next == null) break
        cursor = next
      }
      const expected = blocks.filter((block) => block % 2 === 0 || block % 3 === 0 || block < 930)
      expect(entries.map(({ metadata }) => metadata.hash)).toEqual(expected.map(hashOf))
      const transfersOf = (block: number) =>
        Number(block % 2 === 0) + 2 * Number(block % 3 === 0) + Number(block < 930)
      expect(entries.map(({ transfers }) => transfers?.length)).toEqual(expected.map(transfersOf))
    },
  )

  it('block with more rows than a page › read to its end', async () => {
    const transfers = [
      wireTransfer(2, 20, bob, account, '1', { log_index: 99 }),
      ...Array.from({ length: 25 }, (_, at) =>
        wireTransfer(1, 10, bob, account, '1', { log_index: 50 - at }),
      ),
      wireTransfer(0, 5, bob, account, '1', { log_index: 0 }),
    ]
    const { page } = await withLists({ transfers, pageSize: 10 })
    const first = await page()
    expect(first.data.map(({ transfers: moved }) => moved?.length)).toEqual([1])
    const second = await page(first.next ?? '')
    expect(second.data.map(({ transfers: moved }) => moved?.length)).toEqual([25, 1])
    expect(second.next).toBeNull()
  })

  it('endless block › fails instead of being truncated', async () => {
    const transfers = Array.from({ length: 60 }, (_, at) =>
      wireTransfer(1, 10, bob, account, '1', { log_index: 99 - at }),
    )
    const { page } = await withLists({ transfers, pageSize: 10 })
    await expect(page()).rejects.toMatchObject({ name: 'VendorError', reason: 'invalid' })
  })

  it('list that is not newest first › fails', async () => {
    const { page } = await withLists({
      transactions: [10, 20].map((block) => wireTransaction(1, block, account, bob)),
    })
    await expect(page()).rejects.toMatchObject({ reason: 'invalid' })
  })

  it('account without history › one empty page', async () => {
    expect(await (await withLists({})).page()).toEqual({ data: [], next: null })
  })

  it('equal requests › three requests in ten seconds', async () => {
    const { page, stub, timers } = await withLists({})
    await Promise.all([page(), page()])
    expect(stub.requests).toHaveLength(3)
    timers.advance(10_001)
    await page()
    expect(stub.requests).toHaveLength(6)
  })
})

describe('Blockscout › cursors and keys', () => {
  it('API key › sent as a header and in no cursor, although version 11 repeats it', async () => {
    const apiKey = 'proapi_5f2c'
    const { page, stub } = await withLists({ ...busy(11), apiKey }, { apiKey })
    const { next } = await page()
    expect(stub.requests.map(({ headers }) => headers.authorization)).toContain(`Bearer ${apiKey}`)
    expect(stub.requests.map(({ query }) => JSON.stringify(query)).join()).not.toContain(apiKey)
    expect(Buffer.from(next ?? '', 'base64url').toString()).not.toContain(apiKey)
  })

  it('undocumented name › fails, as paging without it could repeat or skip rows', async () => {
    const { page } = await explorer(
      respondWithJson({ items: [], next_page_params: { block_number: 1, shard: 2 } }),
    )
    await expect(page()).rejects.toMatchObject({ reason: 'invalid' })
  })

  const cursorOf = (position: unknown) =>
    Buffer.from(JSON.stringify({ before: 9, positions: [position, null, null] })).toString('base64url')

  it.each([
    ['no base64', '§'],
    ['no JSON', Buffer.from('x').toString('base64url')],
    ['a URL', cursorOf({ block_number: 'https://evil.example/' })],
    ['a path', cursorOf({ hash: '../../../admin' })],
    ['a parameter of another kind', cursorOf({ filter: 'to' })],
    ['a key', cursorOf({ apikey: 'x' })],
    ['an object', cursorOf({ block_number: { a: 1 } })],
    ['a fraction', cursorOf({ block_number: 1.5 })],
    ['a long text', cursorOf({ hash: '0'.repeat(81) })],
    ['a position too few', Buffer.from('{"before":9,"positions":[null,null]}').toString('base64url')],
    ['a block below 1', Buffer.from('{"before":0,"positions":[null,null,null]}').toString('base64url')],
  ])('cursor with %s › rejected without a request', async (_, cursor) => {
    const { page, stub } = await withLists({})
    await expect(page(cursor)).rejects.toThrow(InvalidCursorError)
    expect(stub.requests).toEqual([])
  })

  it('cursor › round-trips', () => {
    const cursor = { before: 9, positions: [{ block_number: 8, index: null }, {}, null] } as const
    expect(parseCursor(serializeCursor(cursor))).toEqual(cursor)
  })

  it('invalid address or unsupported network › throws', async () => {
    const { source } = await withLists({})
    await expect(source.page(chainId, '../../x', undefined)).rejects.toThrow(InvalidAddressError)
    await expect(source.page('eip155:5', account, undefined)).rejects.toThrow(UnsupportedChainError)
  })
})
