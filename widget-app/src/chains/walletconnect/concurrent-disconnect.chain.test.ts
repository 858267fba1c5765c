import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type KitWallet, type LocalRelay, startKitWallet, startLocalRelay } from './testing/local-relay.ts'
import { openSite, type Site } from './testing/widget-host.ts'

/** Faults of the relay are towards the site, or towards the wallets. */
const [siteProject, walletProject] = ['demo', 'local-world']

let relay: LocalRelay
let wallets: readonly KitWallet[] = []
let shop: Site

beforeAll(async () => {
  relay = await startLocalRelay()
  const start = () =>
    startKitWallet(relay, {
      eip155: { keys: [generatePrivateKey()], rpcUrls: { '1': 'http://127.0.0.1:1' } },
    })
  wallets = await Promise.all([start(), start()])
  shop = await openSite(relay, { projectId: siteProject })
})
afterAll(async () => {
  await shop.close()
  for (const wallet of wallets) await wallet.stop()
  await relay.stop()
})

test('behavior: when both ends leave before they hear of each other, the next pairing is answered', async () => {
  const [phone, other] = wallets
  if (!phone || !other) throw new Error('Two phones are wanted')
  const [found] = await shop.pair(phone)
  await vi.waitFor(() => expect(phone.sessions()).toHaveLength(1))
  const untilHeld = (project: string, frames: number) =>
    vi.waitFor(() => expect(relay.heldOf(project)).toBeGreaterThanOrEqual(frames), 10_000)

  relay.setFault({ is: 'silent' }, walletProject)
  // The SDK inside has the same fault as ours had, and this phone is not asked again.
  phone.deleteSessions().catch(() => undefined)
  await untilHeld(walletProject, 1)
  relay.setFault({ is: 'slow', delayMs: 2_000 }, siteProject)
  const leaving = shop.engine.transport.request(found?.handle ?? '', { method: 'wallet_revokePermissions' })
  const before = relay.heldOf(walletProject)
  // The phone hears of the site's end; the site gives its subscription back.
  await untilHeld(walletProject, before + 1)
  relay.setFault({ is: 'silent' }, siteProject)
  await untilHeld(siteProject, 1)
  // The site hears of the phone's end in the midst of its own: it acknowledges the letter, and answers.
  relay.setFault({ is: 'none' }, walletProject)
  await untilHeld(siteProject, 3)
  // Each is dealt with as long after it came, so that the site's own end is over when its answer is.
  relay.setFault({ is: 'slow', delayMs: 1_000 }, siteProject)
  await leaving
  await vi.waitFor(() => expect(relay.heldOf(siteProject)).toBe(0), 10_000)
  relay.setFault({ is: 'none' }, siteProject)

  expect(await shop.pair(other)).toHaveLength(1)
})
