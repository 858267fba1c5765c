import { expect, test } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { BatchSupport, LocalKeys } from '#widget/chains/chain-adapter.ts'
import { alice, testAdapter, testNetworks, testWorld } from '#widget/testing/world.ts'
import { preferredAccountTypeAtom } from './account-type.ts'
import { batchReceiptAtom, batchSupportAtom } from './batches.ts'
import { sentBatchesAtom, storeSentBatchAtom } from './sent-batches.ts'

const chain = parseChainId('eip155:1')
const unused = () => expect.unreachable('A key was used')

function world(support: () => Promise<BatchSupport>, accountType?: 'eoa') {
  const keys: LocalKeys = {
    ...{ complete: unused, sign: unused, respond: unused },
    batches: { support, receipt: async ({ hash }) => ({ hash }) },
  }
  const adapter = { ...testAdapter(), localKeys: async () => keys }
  const config = { defaultAccountTypes: { eip155: accountType } }
  return testWorld({ adapter, bundledNetworks: testNetworks, config }).store
}

test('smart account by default › support as the chain has it', async () => {
  const store = world(async () => 'ready')
  expect(store.get(preferredAccountTypeAtom)).toBe('smartAccount')
  expect(await store.set(batchSupportAtom, alice, chain)).toBe('ready')
})

test('account without code preferred › unsupported, the chain is not read', async () => {
  const store = world(() => expect.unreachable('The chain was read'), 'eoa')
  expect(await store.set(batchSupportAtom, alice, chain)).toBe('unsupported')
})

test('chain that cannot be read, or is unknown › unsupported', async () => {
  const store = world(() => Promise.reject(new WidgetError('http/network', 'Offline')))
  expect(await store.set(batchSupportAtom, alice, chain)).toBe('unsupported')
  expect(await world(async () => 'ready').set(batchSupportAtom, alice, parseChainId('eip155:999999'))).toBe(
    'unsupported',
  )
})

test('sent bundles › stored latest first, one per id, with their receipts', async () => {
  const store = world(async () => 'ready')
  const sent = (id: string, hash: string) => store.set(storeSentBatchAtom, { id, chain, hash })
  sent('a', '0x1')
  sent('b', '0x2')
  sent('a', '0x3')
  const [latest, ...others] = store.get(sentBatchesAtom)
  expect(latest).toEqual({ id: 'a', chain, hash: '0x3' })
  expect(others).toEqual([{ id: 'b', chain, hash: '0x2' }])
  expect(await store.set(batchReceiptAtom, { id: 'a', chain, hash: '0x3' })).toEqual({ hash: '0x3' })
})
