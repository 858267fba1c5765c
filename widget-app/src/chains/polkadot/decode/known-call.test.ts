import { u8aToHex } from '@polkadot/util'
import { decodeAddress } from '@polkadot/util-crypto/address'
import { expect, test } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { bob, transfer } from '../testing/unit-world.ts'
import { requireKnownCall } from './known-call.ts'
import type { RuntimeSource } from './runtime-cross-check.ts'

const key = u8aToHex(decodeAddress(bob)).slice(2)
/** `transfer_keep_alive` of five units to Bob on Asset Hub, and `transfer_all` to him. */
const plain = `0x0a0300${key}14`
const all = `0x0a0400${key}00`
const other = { ...transfer.asset, chain: parseChainId('polkadot:5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d') }

const requireCall = (
  source: RuntimeSource,
  method: string,
  overrides: Partial<typeof transfer> = {},
  fee: Parameters<typeof requireKnownCall>[3] = {},
) =>
  requireKnownCall(
    { source: async () => source },
    { extrinsic: { method: { toHex: () => method } } },
    { ...transfer, ...overrides },
    fee,
  )
const disagreement = { code: 'send/failed', data: { reason: 'servers-disagree' } }

test('one node, pinned transfer › accepted', async () => {
  await expect(requireCall('single', plain)).resolves.toBeUndefined()
})

test.each<[string, string, Partial<typeof transfer>]>([
  ['another call', all, {}],
  ['another amount', plain, { value: 6n }],
  ['another receiver', plain, { to: transfer.from }],
])('P-N1 › one node that encodes %s › nothing is sent', async (_, method, overrides) => {
  await expect(requireCall('single', method, overrides)).rejects.toMatchObject(disagreement)
})

test('two nodes agree › their encoding is accepted', async () => {
  await expect(requireCall('agreed', all)).resolves.toBeUndefined()
  await expect(requireCall('agreed', all, { asset: other })).resolves.toBeUndefined()
})

test('one node, chain without pins › accepted only if the user was shown that', async () => {
  await expect(requireCall('single', all, { asset: other }, { isUnconfirmed: true })).resolves.toBeUndefined()
  await expect(requireCall('single', all, { asset: other })).rejects.toMatchObject({
    ...{ code: 'send/failed', data: { reason: 'network' } },
  })
  await expect(requireCall('single', all, {}, { isUnconfirmed: true })).rejects.toMatchObject(disagreement)
})

test('nodes disagree › their error', async () => {
  const source = () => Promise.reject(new WidgetError('http/invalid-response', 'They differ'))
  const call = { extrinsic: { method: { toHex: () => plain } } }
  await expect(requireKnownCall({ source }, call, transfer, {})).rejects.toMatchObject({
    code: 'http/invalid-response',
  })
})
