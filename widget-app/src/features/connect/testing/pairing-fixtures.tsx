import { pairingExpiredAtMs, pairingLifetimeMs, relaySilentAfterMs } from '#shared/config/limits.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { isPhoneAtom } from '#widget/core/device.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { hostPairingAtom } from '#widget/domain/modal/host-pairing.ts'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import allWallets from '#widget/domain/wallets/generated/wallets.json'
import type { Fixture, FixturesOf, States } from '#widget/testing/fixture.ts'
import { type TestWorld, type TestWorldOptions, testAdapter, testWallet } from '#widget/testing/world.ts'

/** Wallets for mobile, desktop and web, one of each kind. */
const pairingOptions: TestWorldOptions = {
  topWallets: [
    {
      ...{ id: 'rainbow', name: 'Rainbow', image_url: '/wallets/rainbow.svg', namespaces: ['eip155'] },
      ...{ mobile_link: 'rainbow://', link_mode: 'https://rnbwapp.com', homepage: 'https://rainbow.me' },
    },
    {
      ...{ id: 'ledger', name: 'Ledger', image_url: '/wallets/ledger.svg', namespaces: ['eip155'] },
      ...{ mobile_link: 'ledgerlive://', desktop_link: 'ledgerlive://', homepage: 'https://www.ledger.com' },
      webapp_link: 'https://app.ledger.example',
    },
    {
      ...{ id: 'coinbase', name: 'Coinbase Wallet', image_url: '/wallets/coinbase.svg' },
      ...{ mobile_link: 'https://go.cb-w.com/', namespaces: ['eip155', 'solana'] },
    },
  ],
  bundledWallets: allWallets,
}
const withRainbow: ViewOf<'ConnectingWalletConnect'> = {
  name: 'ConnectingWalletConnect',
  walletId: 'rainbow',
}
const withLedger: typeof withRainbow = { ...withRainbow, walletId: 'ledger' }
const onPhone = ({ store }: TestWorld) => store.set(isPhoneAtom, true)
const sessionWallet = testWallet({ name: 'Rainbow', rdns: 'me.rainbow', source: 'walletconnect' })

/** The QR code view for Rainbow, with overrides. */
const rainbow = (
  state: string,
  more: Partial<Fixture<ViewOf<'ConnectingWalletConnect'>>> = {},
): Fixture<ViewOf<'ConnectingWalletConnect'>> => ({
  view: withRainbow,
  state,
  options: pairingOptions,
  ...more,
})

/** Ends the pairing on screen. */
const afterResponse =
  (respond: (pairing: TestWorld['pairing']) => void): NonNullable<Fixture['after']> =>
  async ({ clock, pairing }) => {
    respond(pairing)
    await clock.advance(0)
  }
const approved = afterResponse((pairing) => pairing.approve([sessionWallet]))
const declined = afterResponse((pairing) => pairing.decline())
const failed = (cause: Error) => afterResponse((pairing) => pairing.fail(cause))

const pairingStates: States<'ConnectingWalletConnect'> = [
  rainbow('code'),
  { view: { name: 'ConnectingWalletConnect' }, state: 'any wallet', options: pairingOptions },
  { view: withLedger, state: 'tabs', options: pairingOptions },
  rainbow('installed too', {
    view: { ...withRainbow, walletId: 'me.rainbow' },
    options: { ...pairingOptions, wallets: [testWallet({ name: 'Rainbow', rdns: 'me.rainbow' })] },
    before: ({ store }) => store.set(watchWalletsAtom),
  }),
  rainbow('starting', { before: ({ pairing }) => pairing.silence() }),
  rainbow('checking', {
    options: { ...pairingOptions, deploy: { walletConnect: { verify: true } } },
    before: ({ pairing }) => pairing.silence(),
  }),
  rainbow('last seconds', {
    after: ({ clock }) => clock.advance(pairingLifetimeMs - pairingExpiredAtMs - 12_000),
  }),
  rainbow('renewed', { after: ({ clock }) => clock.advance(pairingLifetimeMs - pairingExpiredAtMs) }),
  rainbow('declined', { after: declined }),
  rainbow('silent', {
    before: ({ pairing }) => pairing.silence(),
    after: ({ clock }) => clock.advance(relaySilentAfterMs),
  }),
  rainbow('approving', {
    options: { ...pairingOptions, adapter: testAdapter({ connect: () => new Promise(() => {}) }) },
    after: approved,
  }),
  rainbow('connected', { after: approved }),
  rainbow('nothing approved', {
    after: failed(new WidgetError('pairing/nothing-approved', 'Chain is not supported')),
  }),
  rainbow('no method', {
    after: failed(new WidgetError('pairing/no-method', 'The wallet didn’t allow any requests')),
  }),
  rainbow('not set up', { after: failed(new WidgetError('APKT007', 'Invalid Project ID')) }),
  rainbow('no project id', {
    options: { ...pairingOptions, deploy: { walletConnect: { projectId: undefined } } },
  }),
  rainbow('wrong clock', { after: failed(new WidgetError('APKT006', 'JWT not yet valid')) }),
  rainbow('failed', {
    after: failed(new ProviderRpcError(providerCodes.internal, 'Internal JSON-RPC error.')),
  }),
  rainbow('on a phone', { before: onPhone }),
  rainbow('on a phone starting', {
    before: (world) => {
      onPhone(world)
      world.pairing.silence()
    },
  }),
  rainbow('on a phone declined', { before: onPhone, after: declined }),
  rainbow('page in the wallet', {
    view: { ...withRainbow, walletId: 'coinbase', namespace: 'solana' },
    before: onPhone,
  }),
  rainbow('unknown', {
    view: { ...withRainbow, walletId: 'nobody' },
    after: ({ clock }) => clock.advance(20_000),
  }),
  rainbow('terms first', {
    options: {
      ...pairingOptions,
      config: { features: { legalCheckbox: true }, termsConditionsUrl: 'https://shop.example/terms' },
    },
  }),
]

const basicStates: States<'ConnectingWalletConnectBasic'> = [
  { view: { name: 'ConnectingWalletConnectBasic' }, state: 'code', options: pairingOptions },
  {
    view: { name: 'ConnectingWalletConnectBasic' },
    state: 'code of the host',
    options: pairingOptions,
    before: ({ store }) =>
      store.set(hostPairingAtom, `wc:${'0f'.repeat(32)}@2?relay-protocol=irn&symKey=${'1e'.repeat(32)}`),
  },
  {
    view: { name: 'ConnectingWalletConnectBasic' },
    state: 'silent',
    options: pairingOptions,
    before: ({ pairing }) => pairing.silence(),
    after: ({ clock }) => clock.advance(relaySilentAfterMs),
  },
]

/** Every state of the pairing views. Test only. */
export const pairingFixtures: FixturesOf<'ConnectingWalletConnect' | 'ConnectingWalletConnectBasic'> = {
  ConnectingWalletConnect: pairingStates,
  ConnectingWalletConnectBasic: basicStates,
}
