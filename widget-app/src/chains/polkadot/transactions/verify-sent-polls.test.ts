import type { ApiPromise } from '@polkadot/api'
import { u8aToHex } from '@polkadot/util'
import { blake2AsHex } from '@polkadot/util-crypto/blake2'
import { describe, expect, it } from 'vitest'
import { WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { virtualClock } from '../../testing/virtual-clock.ts'
import { accountBytes } from '../address.ts'
import type { Nodes } from '../nodes.ts'
import { alice, assetHub, bob, network, transfer } from '../testing/unit-world.ts'
import { verifySent } from './verify-sent.ts'

const hashOfBlock = (block: number) => `0x${block.toString(16).padStart(64, '0')}`
const signedBy = (account: string, call: string) => `0x0084${u8aToHex(accountBytes(account)).slice(2)}${call}`
const requested = signedBy(alice, '01')
const hash = blake2AsHex(requested)

type Chain = {
  /** The latest block, by poll. */
  readonly best: (poll: number) => number
  /** Extrinsics of a block, by poll. */
  readonly extrinsics: (block: number, poll: number) => readonly string[]
  /** The recipient and the amount in the requested extrinsic. */
  readonly call?: { readonly to: string; readonly value: bigint }
  readonly isSigned?: boolean
  /** Last block that can include the extrinsic. */
  readonly expiresAfter?: number
  readonly controller?: AbortController
}

/**
 * Verifies Alice's transfer on a chain of blocks, where an extrinsic is valid for 64 of them; `reads` are the blocks that
 * were read, by poll, and `signals` those of the requests.
 */
async function verify({
  best,
  extrinsics,
  call = { to: bob, value: 5n },
  isSigned = true,
  expiresAfter,
  controller = new AbortController(),
}: Chain) {
  let poll = -1
  const reads: number[][] = []
  const signals = new Set<AbortSignal | undefined>()
  const rpc: JsonRpc = async (method, params, result, options) => {
    signals.add(options?.signal)
    const [parameter] = params
    const found = () => {
      if (method === 'chain_getHeader') return { number: `0x${best(poll).toString(16)}` }
      if (method === 'chain_getBlockHash') return hashOfBlock(Number(parameter))
      const block = Number(parameter)
      reads[poll]?.push(block)
      return { block: { extrinsics: extrinsics(block, poll) } }
    }
    return z.parse(result, found())
  }
  const tx = (bytes: string) => ({
    isSigned,
    ...{ signer: alice, nonce: { toNumber: () => 1 }, bytes },
    method: {
      section: 'balances',
      method: 'transferKeepAlive',
      args: [call.to, bytes === requested ? call.value : 1n],
    },
  })
  const consts = { timestamp: { minimumPeriod: { toJSON: () => 3_000 } } }
  const api: ApiPromise = Object.assign(Object.create(null), { at: async () => ({ tx }), consts })
  const nodes: Nodes = {
    rpc: () => rpc,
    open: async () => {
      poll += 1
      reads.push([])
      return { rpc, api, source: () => Promise.reject(new Error('Not needed')) }
    },
    findNetwork: () => undefined,
    prefixes: () => [],
  }
  const clock = virtualClock()
  const sent = {
    ...{ chain: assetHub, from: alice, hash: hash.toUpperCase().replace('0X', '0x'), nonce: 1 },
    ...(expiresAfter === undefined ? {} : { expiresAfter }),
  }
  const verdict = await verifySent({ nodes, clock }, sent, transfer, network, controller.signal).catch(
    (error: unknown) => error,
  )
  return { verdict, reads, signals, waits: clock.waits }
}
const nowhere = () => []

describe('search for a sent extrinsic', () => {
  it('in the latest block › verified at once', async () => {
    const { verdict, waits } = await verify({
      best: () => 9,
      extrinsics: (block) => (block === 9 ? [signedBy(bob, '01'), signedBy(alice, '02'), requested] : []),
    })
    expect(verdict).toBe('verified')
    expect(waits).toEqual([])
  })

  it('in an earlier block › verified', async () => {
    const extrinsics = (block: number) => (block === 2 ? [requested] : [])
    expect((await verify({ best: () => 9, extrinsics })).verdict).toBe('verified')
  })

  it.each([
    ['recipient', { to: alice, value: 5n }, ['to']],
    ['amount', { to: bob, value: 6n }, ['value']],
  ])('another %s › mismatch with the hash', async (_, call, differs) => {
    const { verdict } = await verify({ best: () => 9, extrinsics: () => [requested], call })
    expect(verdict).toBeInstanceOf(WidgetError)
    expect(verdict).toMatchObject({
      ...{ code: 'send/mismatch', data: { differs } },
      message: 'The wallet sent something else than was asked',
    })
  })

  it('included after the first read › verified then', async () => {
    const { verdict, reads } = await verify({
      best: (poll) => 9 + poll,
      extrinsics: (block) => (block === 11 ? [requested] : []),
    })
    expect(verdict).toBe('verified')
    expect(reads.slice(1)).toEqual([
      [6, 7, 8, 9, 10],
      [7, 8, 9, 10, 11],
    ])
  })

  it('included in a block that replaces a read one › verified', async () => {
    const extrinsics = (block: number, poll: number) => (block === 8 && poll === 1 ? [requested] : [])
    expect((await verify({ best: () => 9, extrinsics })).verdict).toBe('verified')
  })

  it('chain of two blocks › starts at block 1, as the genesis block has none', async () => {
    const { reads } = await verify({ best: () => 2, extrinsics: nowhere })
    expect(new Set(reads.map((blocks) => blocks.join()))).toEqual(new Set(['1,2']))
  })

  it('last possible block known › starts at the first possible one', async () => {
    const { reads } = await verify({
      best: () => 1_000,
      extrinsics: (block) => (block === 1_000 ? [requested] : []),
      expiresAfter: 1_060,
    })
    expect(reads).toEqual([[997, 998, 999, 1_000]])
  })

  it('every request of the node › carries the signal', async () => {
    const controller = new AbortController()
    const { signals } = await verify({ best: () => 9, extrinsics: () => [requested], controller })
    expect([...signals]).toEqual([controller.signal])
  })

  it('nowhere › unverifiable after half a minute', async () => {
    const { verdict, waits } = await verify({ best: () => 9, extrinsics: nowhere })
    expect(verdict).toBe('unverifiable')
    expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000])
  })

  it('not signed, as the runtime decodes it › unverifiable', async () => {
    const { verdict } = await verify({ best: () => 9, extrinsics: () => [requested], isSigned: false })
    expect(verdict).toBe('unverifiable')
  })

  it('cancelled during a read › the reason, without another read', async () => {
    const controller = new AbortController()
    const { verdict, reads } = await verify({
      best: () => 9,
      extrinsics: () => {
        controller.abort(new Error('cancelled'))
        return []
      },
      controller,
    })
    expect(verdict).toEqual(new Error('cancelled'))
    expect(reads).toHaveLength(1)
  })

  it('node fails once › read again', async () => {
    const { verdict, reads } = await verify({
      best: () => 9,
      extrinsics: (_block, poll) => {
        if (poll === 0) throw new Error('away')
        return [requested]
      },
    })
    expect(verdict).toBe('verified')
    expect(reads).toHaveLength(2)
  })
})
