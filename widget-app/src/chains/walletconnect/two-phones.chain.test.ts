import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type DiscoveredWallet, walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { type KitWallet, type LocalRelay, startKitWallet, startLocalRelay } from './testing/local-relay.ts'
import { openSite, type Site } from './testing/widget-host.ts'

const [key, secondKey] = [generatePrivateKey(), generatePrivateKey()]
const [account, secondAccount] = [privateKeyToAccount(key), privateKeyToAccount(secondKey)]

let relay: LocalRelay
let wallet: KitWallet
/** A second phone with a wallet of the same name. */
let secondPhone: KitWallet
let openSites: Site[] = []

beforeAll(async () => {
  relay = await startLocalRelay()
  const phone = (phoneKey: string) =>
    startKitWallet(relay, { eip155: { keys: [phoneKey], rpcUrls: { '1': 'http://127.0.0.1:1' } } })
  ;[wallet, secondPhone] = await Promise.all([phone(key), phone(secondKey)])
})
afterAll(async () => {
  await Promise.all([wallet.stop(), secondPhone.stop()])
  await relay.stop()
})
afterEach(async () => {
  await Promise.all([wallet.deleteSessions(), secondPhone.deleteSessions()])
  for (const site of openSites) await site.close()
  openSites = []
})

async function site(options?: Parameters<typeof openSite>[1]): Promise<Site> {
  const opened = await openSite(relay, options)
  openSites.push(opened)
  return opened
}

const idsOf = (shop: Site) => shop.source.transport.list().map(walletIdOf)
const accountOf = async (shop: Site, discovered: DiscoveredWallet | undefined) =>
  shop.source.transport.request(discovered?.handle ?? '', { method: 'eth_accounts' })

test('several wallets allowed › both connected, with ids that survive a reload', async () => {
  const options = { holdsMany: () => true }
  const shop = await site(options)
  const [first] = await shop.pair(wallet)
  const [second] = await shop.pair(secondPhone)
  const ids = ['ethereum:walletconnect:Petrel Wallet', 'ethereum:walletconnect:Petrel Wallet#2']
  expect(idsOf(shop)).toEqual(ids)
  expect(await accountOf(shop, first)).toEqual([account.address])
  expect(await accountOf(shop, second)).toEqual([secondAccount.address])
  const { records } = shop
  await shop.close()
  const again = await site({ ...options, records })
  expect(idsOf(again).toSorted()).toEqual(ids)
  expect(
    await accountOf(
      again,
      again.source.transport.list().find((discovered) => walletIdOf(discovered) === ids[1]),
    ),
  ).toEqual([secondAccount.address])
})

test('wallet paired again › replaces its own session, which ends at the wallet', async () => {
  const shop = await site({ holdsMany: () => true })
  await shop.pair(wallet)
  await shop.pair(secondPhone)
  await vi.waitFor(() => expect(secondPhone.sessions()).toHaveLength(1))
  const [before] = secondPhone.sessions()
  const [again] = await shop.pair(secondPhone)
  expect(idsOf(shop)).toEqual([
    'ethereum:walletconnect:Petrel Wallet',
    'ethereum:walletconnect:Petrel Wallet#2',
  ])
  await vi.waitFor(() => {
    expect(secondPhone.sessions()).toHaveLength(1)
    expect(secondPhone.sessions()).not.toContainEqual(before)
  })
  expect(await accountOf(shop, again)).toEqual([secondAccount.address])
  // The first phone disconnects; the second keeps its id.
  await wallet.deleteSessions()
  await vi.waitFor(() => expect(idsOf(shop)).toEqual(['ethereum:walletconnect:Petrel Wallet#2']))
  await shop.pair(secondPhone)
  expect(idsOf(shop)).toEqual(['ethereum:walletconnect:Petrel Wallet#2'])
  await vi.waitFor(() => expect(secondPhone.sessions()).toHaveLength(1))
})

test('one wallet at a time › the second replaces the first, whose session ends', async () => {
  const shop = await site()
  await shop.pair(wallet)
  await vi.waitFor(() => expect(wallet.sessions()).toHaveLength(1))
  const [discovered] = await shop.pair(secondPhone)
  expect(idsOf(shop)).toEqual(['ethereum:walletconnect:Petrel Wallet'])
  expect(await accountOf(shop, discovered)).toEqual([secondAccount.address])
  await vi.waitFor(() => expect(wallet.sessions()).toEqual([]))
})
