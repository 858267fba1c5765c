import { expect, vi } from 'vitest'
import type { PostTarget } from '#shared/channel/message-event.ts'
import { createLocalKeys } from '#widget/chains/eip155/local-keys/local-keys.ts'
import { memoryNode } from '#widget/chains/eip155/testing/memory-node.ts'
import type { LocalKey, LocalKeys } from '#widget/chains/local-keys.ts'
import { createKeyStore } from '#widget/lib/dpop/key-store.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { site, vaultOrigin } from '../../../../server/src/core/embedded/testing/embedded-world.ts'
import { serveLimits } from '../../spending/serve-limits.ts'
import { createPage } from '../../spending/testing/page-messages.ts'
import { memorySpendingRecords } from '../../wallet/testing/memory-spending-records.ts'
import type { VaultWorld } from './vault-world.ts'

/** The adapter's keys, which keep what they are passed. `fails`: with this error instead of a signature. Test only. */
export function createSigner(fails?: Error) {
  const used: LocalKey[] = []
  const openRpc = memoryNode({
    eth_getBalance: () => '0xde0b6b3a7640000',
    eth_getBlockByNumber: () => ({ number: '0x1', baseFeePerGas: '0x10' }),
    eth_maxPriorityFeePerGas: () => '0x10',
  })
  const ports = { openRpc, clock: fakeClock(), chosenNonces: new Set<string>() }
  const localKeys = createLocalKeys(ports)
  const sign: LocalKeys['sign'] = async (key, request, chain) => {
    used.push(key)
    if (fails) throw fails
    return localKeys.sign(key, request, chain)
  }
  return { used, adapter: { localKeys: async () => ({ ...localKeys, sign }) } }
}

/**
 * The vault's frame on a site. The browser is replaced by what it does: it delivers messages to documents of the stated origin only.
 * Test only.
 */
export function openPaymentFrame(world: VaultWorld, on = site, { isPersistent = true, stores = true } = {}) {
  const records = memorySpendingRecords()
  const keys = createKeyStore('payment', () => undefined)
  const client = world.clientOf(vaultOrigin, keys)
  const onStored = vi.fn()
  const page = createPage(vaultOrigin)
  const put = stores ? records.put : () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  const frameFacts = async () => ({ site: on, keyThumbprint: await client.thumbprint(), isPersistent })
  serveLimits(page, { frameFacts, put, onStored })
  const target: PostTarget = {
    postMessage: (data, targetOrigin, [port] = []) => {
      if (targetOrigin === vaultOrigin && port instanceof MessagePort) page.deliver({ data, ports: [port] })
      else expect.unreachable('The frame is the vault')
    },
  }
  return { records, keys, client, target, onStored }
}
export type PaymentFrame = ReturnType<typeof openPaymentFrame>
