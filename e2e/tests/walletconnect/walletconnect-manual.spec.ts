import { openDapp } from '#stack/walletconnect/dapp.ts'
import { expect, reducedMotion, test } from '../fixtures.ts'

test.use(reducedMotion)

test('host’s WalletConnect client › shows its URIs › the widget’s client never loads', async ({
  dapp,
  phone,
  relay,
  world,
  page,
}) => {
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/assets/') && response.url().endsWith('.js'))
      scripts.push(response.text().catch(() => ''))
  })
  const client = await openDapp(world.stack.walletConnect.relayUrl)
  try {
    const requiredNamespaces = {
      eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['accountsChanged'] },
    }
    await dapp.open({ wallets: 'none', config: { manualWCControl: true } })
    await dapp.waitForPointer()
    const { uri, session } = client.propose(requiredNamespaces)
    const result = dapp.result({ uri: await uri })
    expect(await dapp.copiedLink()).toBe(await uri)

    // The host renews the expired code: the next one replaces it in the open modal.
    const next = client.propose(requiredNamespaces)
    await dapp.openView({ uri: await next.uri })
    await expect(dapp.widget.text('New code ready')).toBeAttached()
    await expect.poll(() => dapp.copiedLink()).toBe(await next.uri)
    await phone.pair(await dapp.copiedLink())
    expect((await next.session)?.namespaces.eip155?.accounts).toEqual([
      `eip155:1:${await phone.address('eip155:1')}`,
    ])
    await page.evaluate(() => window.bridge.closeModal())
    expect(await result).toEqual({ is: 'dismissed' })
    session.catch(() => undefined)
    // The session is the host's: the widget does not list it and has not connected to the relay.
    expect((await dapp.state()).accounts).toEqual([])
    expect((await relay.connections()).ever).toBe(0)
    expect((await Promise.all(scripts)).some((code) => code.includes('irn_subscribe'))).toBe(false)

    await dapp.waitForPointer()
    const rejected = page.evaluate(() =>
      window.bridge.openModal({ uri: 'https://evil.example' }).catch(({ code }) => code),
    )
    expect(await rejected).toBe(-32602)
  } finally {
    await client.close()
  }
})
