import type { ViewOf } from '#widget/core/view.ts'
import { embeddedRoutes, testVaultUrl } from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import topWallets from '#widget/domain/wallets/generated/top-wallets.json'
import allWallets from '#widget/domain/wallets/generated/wallets.json'
import type { Fixture } from '#widget/testing/fixture.ts'
import { type TestWorldOptions, testWallet } from '#widget/testing/world.ts'

const options: TestWorldOptions = {
  ...{ topWallets, bundledWallets: allWallets, wallets: [testWallet()] },
  ...{ deploy: { vaultUrl: testVaultUrl }, routes: embeddedRoutes({}) },
}

const connectState = (state: string, over: TestWorldOptions = {}): Fixture<ViewOf<'Connect'>> => ({
  ...{ view: { name: 'Connect' }, state, options: { ...options, ...over } },
  before: ({ store }) => store.set(watchWalletsAtom),
})

/** Connect of a deployment with logins by e-mail. Test only. */
export const emailStates = [
  connectState('with email'),
  connectState('email first', { config: { features: { emailShowWallets: false } } }),
  connectState('email pending', { routes: { '/appkit/v1/config': () => new Promise<never>(() => {}) } }),
]
