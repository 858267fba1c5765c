import { describe, expect, test } from 'vitest'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import type { WalletTransport } from './chain-adapter.ts'
import { combinedTransport } from './combined-transport.ts'
import { embeddedHandlePrefix } from './embedded-handle.ts'
import { sessionHandlePrefix } from './walletconnect-source.ts'

/** A source with one wallet, whose response to any request is the source's name. */
function sourceOf(name: string, handle: string) {
  const wallet: DiscoveredWallet = { handle, namespace: 'eip155', source: 'eip6963', name }
  const watchers = new Set<(wallets: readonly DiscoveredWallet[]) => void>()
  let wallets: readonly DiscoveredWallet[] = [wallet]
  const transport: WalletTransport = {
    list: () => wallets,
    watch: (onChange) => {
      watchers.add(onChange)
      onChange(wallets)
      return () => watchers.delete(onChange)
    },
    request: async () => name,
    onEvent: (_handle, listener) => {
      listener(name, undefined)
      return () => undefined
    },
  }
  const change = (next: readonly DiscoveredWallet[]) => {
    wallets = next
    for (const watcher of watchers) watcher(wallets)
  }
  return { transport, change, watchers }
}

const page = () => sourceOf('Page', '0'.repeat(32))
const names = (wallets: readonly DiscoveredWallet[]) => wallets.map(({ name }) => name)

describe('combinedTransport', () => {
  test('added sources › wallets after those of the page', () => {
    const combined = combinedTransport(page().transport)
    combined.add(sessionHandlePrefix, sourceOf('Session', 'wc:1').transport)
    combined.add(embeddedHandlePrefix, sourceOf('Own', 'embedded:eip155').transport)
    expect(names(combined.list())).toEqual(['Page', 'Session', 'Own'])
  })

  test.each([
    ['wc:1', 'Session'],
    ['embedded:eip155', 'Own'],
    ['0'.repeat(32), 'Page'],
  ])('request and events of %s › the source of its prefix', async (handle, name) => {
    const combined = combinedTransport(page().transport)
    combined.add(sessionHandlePrefix, sourceOf('Session', 'wc:1').transport)
    combined.add(embeddedHandlePrefix, sourceOf('Own', 'embedded:eip155').transport)
    const events: string[] = []
    combined.onEvent(handle, (event) => events.push(event))
    expect([await combined.request(handle, { method: 'any' }), events]).toEqual([name, [name]])
  })

  test('handle of a source that is not added › the page, which does not know it', async () => {
    expect(await combinedTransport(page().transport).request('embedded:eip155', { method: 'any' })).toBe(
      'Page',
    )
  })

  test('any source changes › the whole list, until unsubscribed', () => {
    const [first, session, own] = [page(), sourceOf('Session', 'wc:1'), sourceOf('Own', 'embedded:eip155')]
    const combined = combinedTransport(first.transport)
    const lists: (readonly string[])[] = []
    const stop = combined.watch((wallets) => lists.push(names(wallets)))
    combined.add(sessionHandlePrefix, session.transport)
    combined.add(embeddedHandlePrefix, own.transport)
    own.change([])
    first.change([])
    expect(lists).toEqual([
      ['Page'],
      ['Page', 'Session'],
      ['Page', 'Session', 'Own'],
      ['Page', 'Session'],
      ['Session'],
    ])
    stop()
    session.change([])
    expect(lists).toHaveLength(5)
  })
})
