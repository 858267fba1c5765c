import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { pairingExpiredAtMs, pairingLifetimeMs, relaySilentAfterMs } from '#shared/config/limits.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { isAndroidAtom, isPhoneAtom } from '#widget/core/device.ts'
import { successDelayMs } from '#widget/core/success-delay.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { type TestWorld, type TestWorldOptions, testWallet, testWorld } from '#widget/testing/world.ts'
import { gatesArmed } from '#widget/ui/gated-button/testing/wait-for-gates.ts'
import { appOpensWithinMs } from '#widget/ui/hooks/use-app-did-not-open.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { ConnectingWalletConnectView } from './connecting-wallet-connect-view.tsx'

afterEach(cleanup)

const topWallets = [
  {
    ...{ id: 'gull', name: 'Gull', namespaces: ['eip155'], homepage: 'https://gull.example' },
    ...{ mobile_link: 'rainbow://', link_mode: 'https://link.gull.example', desktop_link: 'ledgerlive://' },
    webapp_link: 'https://app.gull.example',
  },
  {
    ...{ id: 'coinbase', name: 'Coinbase Wallet', namespaces: ['eip155', 'solana'] },
    mobile_link: 'https://go.cb-w.com/',
  },
  { id: 'heron', name: 'Heron', namespaces: ['eip155'], mobile_link: 'zerion://' },
]
const renewalMs = pairingLifetimeMs - pairingExpiredAtMs
const sessionWallet = testWallet({ name: 'Gull', rdns: 'example.gull', source: 'walletconnect' })

type RenderOptions = { readonly options?: TestWorldOptions; readonly before?: (world: TestWorld) => void }

async function renderView(
  view: Partial<ViewOf<'ConnectingWalletConnect'>>,
  { options, before }: RenderOptions = {},
) {
  const world = testWorld({ topWallets, ...options })
  before?.(world)
  const footer = document.body.appendChild(document.createElement('div'))
  render(
    <StoreProvider store={world.store}>
      <FooterSlotContext value={footer}>
        <ConnectingWalletConnectView view={{ name: 'ConnectingWalletConnect', ...view }} />
      </FooterSlotContext>
    </StoreProvider>,
  )
  await advance(world, 0)
  return world
}

const advance = (world: TestWorld, ms: number) => act(() => world.clock.advance(ms))
const gull = { walletId: 'gull' }
const watch = ({ store }: TestWorld) => store.set(watchWalletsAtom)
const onPhone = ({ store }: TestWorld) => store.set(isPhoneAtom, true)
const code = (name: string | RegExp = /^QR code/) => screen.queryByRole('img', { name })
const statusTexts = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const link = (name: string | RegExp) => screen.getByRole('link', { name })
const hrefOf = (name: string | RegExp) => link(name).getAttribute('href')
const qrCodePath = () => code()?.querySelector('svg:not([data-leaving]) path')?.getAttribute('d')

test('public relay, no project id › states what the operator must set', async () => {
  const world = await renderView({}, { options: { deploy: { walletConnect: { projectId: undefined } } } })
  expect(screen.getByText('WalletConnect is not set up for this site')).toBeTruthy()
  expect(screen.getByText(/The site owner must set a WalletConnect project ID/)).toBeTruthy()
  expect(code()).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  fireEvent.click(button('Use another wallet'))
  expect(world.store.get(currentViewAtom)).toEqual({ name: 'Connect' })
})

describe('ConnectingWalletConnectView', () => {
  test('on a computer, mobile tab › QR code, link to copy, and install link', async () => {
    const { store } = await renderView(gull)
    expect(code('QR code for Gull')).toBeTruthy()
    expect(statusTexts()).toContainEqual(expect.stringContaining('Scan with Gull'))
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Mobile', 'Desktop', 'Web'])
    expect(button('Copy link')).toBeTruthy()
    fireEvent.click(button('Get Gull'))
    expect(store.get(currentViewAtom)).toEqual({ name: 'GetWallet', walletId: 'gull' })
  })

  test('WalletConnect row › a code that any wallet can scan', async () => {
    const { pairing } = await renderView({})
    expect(code('QR code for your wallet')).toBeTruthy()
    expect(statusTexts()).toContainEqual(expect.stringContaining('Scan with your wallet'))
    expect(screen.queryByRole('tab')).toBeNull()
    expect(pairing.walletIds).toEqual([undefined])
  })

  test('URI of the host › shown without a proposal; its next one is announced', async () => {
    const world = await renderView({})
    const ownCodePath = qrCodePath()
    const setHostUri = (uri: string) => act(() => world.store.set(openModalAtom, { uri }))
    setHostUri('wc:1@2?host=1')
    expect(world.pairing.counts()).toEqual({ proposed: 1, open: 0 })
    const first = qrCodePath()
    expect(first).not.toBe(ownCodePath)
    await advance(world, 2 * pairingLifetimeMs)
    expect(qrCodePath()).toBe(first)
    expect(screen.queryByText(/New code in/)).toBeNull()
    expect(statusTexts()).not.toContainEqual(expect.stringContaining('New code ready'))
    setHostUri('wc:2@2?host=2')
    expect(qrCodePath()).not.toBe(first)
    expect(statusTexts()).toContainEqual(expect.stringContaining('New code ready'))
    expect(world.pairing.walletIds).toHaveLength(1)
  })

  test('on a phone, URI of the host › opens the wallet with it, without a proposal', async () => {
    const { pairing } = await renderView(gull, {
      before: (world) => {
        onPhone(world)
        world.store.set(openModalAtom, { uri: 'wc:1@2?host=1' })
      },
    })
    expect(hrefOf('Open Gull')).toBe(
      `https://link.gull.example/wc?uri=${encodeURIComponent('wc:1@2?host=1')}`,
    )
    expect(pairing.walletIds).toEqual([])
  })

  test('installed wallet › also has a browser tab, gated before it connects', async () => {
    const extension = testWallet({ name: 'Gull', rdns: 'example.gull' })
    const wallet = { ...topWallets[0], rdns: 'example.gull' }
    const world = await renderView(gull, {
      options: { topWallets: [wallet], wallets: [extension] },
      before: watch,
    })
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)[0]).toBe('Browser')
    expect(code('QR code for Gull')).toBeTruthy()
    fireEvent.click(screen.getByRole('tab', { name: 'Browser' }))
    fireEvent.click(button('Continue with Gull'))
    expect(world.store.get(currentViewAtom)).not.toMatchObject({ name: 'ConnectingExternal' })
    await gatesArmed()
    fireEvent.click(button('Continue with Gull'))
    expect(world.store.get(currentViewAtom)).toMatchObject({ name: 'ConnectingExternal' })
  })

  test('last 30 s › shows the time left; the new code differs and is announced', async () => {
    const world = await renderView(gull)
    expect(screen.queryByText(/New code in/)).toBeNull()
    await advance(world, renewalMs - 30_000)
    expect(screen.getByText('New code in 30 seconds')).toBeTruthy()
    await advance(world, 29_000)
    expect(screen.getByText('New code in 1 second')).toBeTruthy()
    const first = qrCodePath()
    await advance(world, 1_000)
    expect(qrCodePath()).not.toBe(first)
    expect(statusTexts()).toContainEqual(expect.stringContaining('New code ready'))
    expect(screen.queryByText(/New code in/)).toBeNull()
    const before = statusTexts().join()
    await advance(world, renewalMs)
    expect(statusTexts().join()).not.toBe(before)
  })

  test('user rejects › shows it with the new code', async () => {
    const world = await renderView(gull)
    const first = qrCodePath()
    world.pairing.decline()
    await advance(world, 0)
    expect(screen.getByText('Request cancelled')).toBeTruthy()
    expect(statusTexts()).toContainEqual(expect.stringContaining('Request cancelled. Nothing was shared'))
    expect(qrCodePath()).not.toBe(first)
  })

  test('silent relay › retry view; the code follows once the relay responds', async () => {
    const world = await renderView(gull, { before: ({ pairing }) => pairing.silence() })
    expect(statusTexts()).toContainEqual(expect.stringContaining('Preparing the connection'))
    await advance(world, relaySilentAfterMs)
    expect(screen.getByRole('alert').textContent).toContain('Can’t reach WalletConnect')
    fireEvent.click(button('Try again'))
    await advance(world, 0)
    expect(world.pairing.counts().proposed).toBe(2)
    world.pairing.resume()
    await advance(world, 0)
    expect(code('QR code for Gull')).toBeTruthy()
  })

  test('Verify enabled › states what it waits for', async () => {
    await renderView(gull, {
      options: { deploy: { walletConnect: { verify: true } } },
      before: ({ pairing }) => pairing.silence(),
    })
    expect(statusTexts()).toContainEqual(expect.stringContaining('Checking this site…'))
  })

  test('session approved › shows the tick, then continues the flow', async () => {
    const world = await renderView(gull)
    world.pairing.approve([sessionWallet])
    await advance(world, 0)
    await expect.poll(() => statusTexts().join()).toContain('Connected')
    expect(world.flowCalls).toEqual([])
    await advance(world, successDelayMs)
    expect(world.flowCalls).toEqual(['afterConnect eip155'])
  })

  test.each([
    ['pairing/nothing-approved', 'Chain is not supported'],
    ['pairing/no-method', 'Gull didn’t allow any requests'],
    ['APKT006', 'Check the time on this device'],
    ['wallet/no-account', 'Gull could not connect'],
  ] as const)('%s › alert with a retry', async (errorCode, title) => {
    const world = await renderView(gull)
    world.pairing.fail(new WidgetError(errorCode, 'No'))
    await advance(world, 0)
    expect(screen.getByRole('alert').textContent).toContain(title)
    fireEvent.click(button('Try again'))
    await advance(world, 0)
    expect(code('QR code for Gull')).toBeTruthy()
  })

  test.each(['APKT002', 'APKT007'] as const)(
    'relay rejects the site, %s › offers other wallets',
    async (alertCode) => {
      const world = await renderView(gull)
      world.pairing.fail(new WidgetError(alertCode, 'No'))
      await advance(world, 0)
      expect(screen.getByRole('alert').textContent).toContain('WalletConnect is not set up for this site')
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
      fireEvent.click(button('Use another wallet'))
      expect(world.store.get(currentViewAtom)).toEqual({ name: 'Connect' })
    },
  )

  test('closed › withdraws the pairing', async () => {
    const { pairing } = await renderView(gull)
    expect(pairing.counts().open).toBe(1)
    cleanup()
    expect(pairing.counts().open).toBe(0)
  })

  test('on a phone › button is busy, then a link, the universal one first', async () => {
    const world = await renderView(gull, {
      before: (beforeWorld) => {
        onPhone(beforeWorld)
        beforeWorld.pairing.silence()
      },
    })
    expect(screen.queryByRole('link')).toBeNull()
    expect(button(/Open Gull/).getAttribute('aria-busy')).toBe('true')
    world.pairing.resume()
    await advance(world, 0)
    expect(hrefOf('Open Gull')).toMatch(/^https:\/\/link\.gull\.example\/wc\?uri=wc%3A[0-9]+%402%3F/)
    expect(link('Open Gull').getAttribute('target')).toBe('_blank')
    expect(link('Open Gull').getAttribute('rel')).toContain('noopener')
    expect(code()).toBeNull()
    expect(button('Copy link')).toBeTruthy()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Mobile', 'Web'])
  })

  test('wallet app did not open › offers the scheme as another link', async () => {
    await renderView(gull, { before: onPhone })
    const { timeStamp } = new Event('click')
    fireEvent.click(link('Open Gull'))
    expect(screen.queryByText('Nothing happened?')).toBeNull()
    await screen.findByText('Nothing happened?', {}, { timeout: 3 * appOpensWithinMs })
    expect(new Event('click').timeStamp - timeStamp).toBeGreaterThanOrEqual(appOpensWithinMs - 50)
    expect(hrefOf('Open it another way')).toMatch(/^rainbow:\/\/wc\?uri=wc%3A/)
  })

  test('wallet with only a scheme › opens in place', async () => {
    await renderView({ walletId: 'heron' }, { before: onPhone })
    expect(hrefOf('Open Heron')).toMatch(/^zerion:\/\/wc\?uri=wc%3A/)
    expect(link('Open Heron').getAttribute('target')).toBe('_self')
  })

  test('desktop and web › links of their own', async () => {
    await renderView(gull)
    fireEvent.click(screen.getByRole('tab', { name: 'Desktop' }))
    expect(hrefOf('Open Gull')).toMatch(/^ledgerlive:\/\/wc\?uri=/)
    fireEvent.click(screen.getByRole('tab', { name: 'Web' }))
    expect(hrefOf('Open Gull')).toMatch(/^https:\/\/app\.gull\.example\/wc\?uri=/)
  })

  test('on a phone, wallet with a browser › offers to open the page there, or to pair', async () => {
    const config = { metadata: { name: 'Shop', url: 'https://shop.example/cart' } }
    const view = { walletId: 'coinbase', namespace: 'solana' } as const
    const world = await renderView(view, { options: { config }, before: onPhone })
    expect(hrefOf('Open this page in Coinbase Wallet')).toBe(
      'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fshop.example%2Fcart',
    )
    expect(world.pairing.counts().proposed).toBe(0)
    fireEvent.click(button('Stay here and connect'))
    await advance(world, 0)
    expect(hrefOf('Open Coinbase Wallet')).toContain('https://go.cb-w.com/wc?uri=')
  })

  test('page URL outside the verified origin › the link has the origin instead', async () => {
    const config = { metadata: { name: 'Shop', url: 'https://bank.example/login' } }
    const before = (world: TestWorld) => {
      onPhone(world)
      world.store.set(isAndroidAtom, true)
    }
    await renderView({ walletId: 'coinbase', namespace: 'solana' }, { options: { config }, before })
    expect(hrefOf(/Open this page/)).toBe('https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fshop.example')
  })

  test('consent required › no pairing before consent', async () => {
    const config = { features: { legalCheckbox: true }, termsConditionsUrl: 'https://shop.example/terms' }
    const world = await renderView(gull, { options: { config } })
    expect(world.pairing.counts().proposed).toBe(0)
    fireEvent.click(screen.getByRole('checkbox', { name: 'I agree to the terms of service' }))
    await advance(world, 0)
    expect(code('QR code for Gull')).toBeTruthy()
    // Still mounted, so that it keeps the focus.
    expect(screen.getByRole('checkbox')).toHaveProperty('checked', true)
  })
})
