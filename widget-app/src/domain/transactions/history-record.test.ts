import { describe, expect, it } from 'vitest'
import { historyEntry } from '#shared/api/history.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import * as z from '#shared/zod.ts'
import { pastEntry, pastTransfer } from '#widget/testing/history.ts'
import { alice, bob } from '#widget/testing/world.ts'
import { counterpartOf, fromHistoryEntry, type HistoryAction } from './history-record.ts'

const mainnet = parseChainId('eip155:1')
const read = (over: Parameters<typeof pastEntry>[1]) =>
  fromHistoryEntry(z.parse(historyEntry(), pastEntry(1, over)), mainnet, alice)

type Over = Parameters<typeof pastEntry>[1]
type ActionCase = [string, Over, HistoryAction]
type LeftOutCase = [string, Over]

describe('fromHistoryEntry', () => {
  it.each<ActionCase>([
    ['out', {}, 'sent'],
    ['in', { transfers: [pastTransfer('in', '1')], metadata: { operationType: 'execute' } }, 'received'],
    ['to oneself', { transfers: [pastTransfer('self', '1')] }, 'sent'],
    [
      'both ways, whatever it is called',
      { transfers: [pastTransfer('out', '1'), pastTransfer('in', '2', 'ETH')] },
      'swapped',
    ],
    ['nothing, an approval', { transfers: null, metadata: { operationType: 'approve' } }, 'approved'],
    ['nothing, a payment that failed', { transfers: [], metadata: { status: 'failed' } }, 'sent'],
    ['nothing, something unheard of', { transfers: [], metadata: { operationType: 'stake' } }, 'called'],
  ])('action › %s', (_, over, action) => {
    expect(read(over)?.action).toBe(action)
  })

  it.each<[string | number, bigint, number]>([
    ['1.50', 15n, 1],
    ['0.000000000000000001', 1n, 18],
    [
      '115792089237316195423570985008687907853269984665640564039457',
      115792089237316195423570985008687907853269984665640564039457n,
      0,
    ],
    [1e-7, 1n, 7],
  ])('amount of %s › is exact', (numeric, value, decimals) => {
    expect(read({ transfers: [{ direction: 'in', quantity: { numeric } }] })?.movements).toMatchObject([
      { value, decimals },
    ])
  })

  it('symbol › one line of visible characters', () => {
    const transfers = [pastTransfer('in', '1', `US\u202eDC\n${'x'.repeat(100)}`)]
    expect(read({ transfers })?.movements[0]?.symbol).toBe(`USDC${'x'.repeat(11)}…`)
  })

  it.each<LeftOutCase>([
    ['of another chain', { metadata: { chain: 'eip155:8453' } }],
    [
      'of nothing, made by somebody else',
      { transfers: [pastTransfer('out', '0')], metadata: { sentFrom: bob } },
    ],
    [
      'of spam',
      {
        transfers: [{ direction: 'in', quantity: { numeric: '1' }, nft_info: { flags: { is_spam: true } } }],
        metadata: { sentFrom: bob },
      },
    ],
  ])('transaction %s › is left out', (_, over) => {
    expect(read(over)).toBeUndefined()
  })

  it('invalid amount › is left out', () => {
    expect(read({ transfers: [pastTransfer('out', '-1')] })?.movements).toEqual([])
  })

  it('transfer without number or direction, or icon URL too long › left out', () => {
    const transfer = { direction: 'in', quantity: { numeric: '1' } } as const
    const icon = { url: `/${'x'.repeat(4_096)}` }
    const transfers = [
      { ...transfer, fungible_info: { symbol: 'LONG', icon } },
      { ...transfer, quantity: { numeric: '1,5' } },
      { ...transfer, direction: 'up' },
      pastTransfer('in', '2', 'USDC'),
    ]
    const fitting = fromHistoryEntry(z.parse(historyEntry(), { ...pastEntry(1), transfers }), mainnet, alice)
    expect(fitting?.movements.map(({ symbol, iconUrl }) => [symbol, iconUrl])).toEqual([
      ['LONG', undefined],
      ['USDC', '/tokens/usdc.svg'],
    ])
  })

  it.each([
    ['time', { minedAt: 'yesterday' }],
    ['status', { status: 'done' }],
    ['nonce', { nonce: -1 }],
    ['hash', { hash: '' }],
    ['chain', { chain: 'mainnet' }],
  ])('transaction with an invalid %s › does not match the schema', (_, odd) => {
    const { metadata, ...rest } = pastEntry(1)
    const fits = (entry: unknown) => z.safeParse(historyEntry(), entry).success
    expect([metadata, { ...metadata, ...odd }].map((one) => fits({ ...rest, metadata: one }))).toEqual([
      true,
      false,
    ])
  })

  it('counterparty › the sender or recipient, never the account itself', () => {
    const other = (over: Parameters<typeof pastEntry>[1]) => {
      const record = read(over)
      return record && counterpartOf(record, alice.toUpperCase().replace('X', 'x'))
    }
    expect(other({})).toBe(bob)
    expect(other({ transfers: [pastTransfer('in', '1')], metadata: { sentFrom: bob, sentTo: alice } })).toBe(
      bob,
    )
    expect(other({ metadata: { sentTo: alice } })).toBeUndefined()
    expect(other({ metadata: { sentTo: null } })).toBeUndefined()
  })
})
