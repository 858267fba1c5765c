import { isPhoneAtom } from '#widget/core/device.ts'
import topWallets from '#widget/domain/wallets/generated/top-wallets.json'
import allWallets from '#widget/domain/wallets/generated/wallets.json'
import type { FixturesOf, States } from '#widget/testing/fixture.ts'
import type { TestWorldOptions } from '#widget/testing/world.ts'

const walletLists: TestWorldOptions = { topWallets, bundledWallets: allWallets, wallets: [] }
const never = () => new Promise<never>(() => {})

const getWalletStates: States<'GetWallet'> = [
  {
    view: { name: 'GetWallet', walletId: 'rainbow' },
    state: 'links',
    options: walletLists,
    after: ({ clock }) => clock.advance(20_000),
  },
  {
    view: { name: 'GetWallet', walletId: 'phantom' },
    state: 'page in the wallet',
    options: walletLists,
    before: ({ store }) => store.set(isPhoneAtom, true),
    after: ({ clock }) => clock.advance(20_000),
  },
  {
    view: { name: 'GetWallet', walletId: 'nobody' },
    state: 'unknown',
    options: walletLists,
    after: ({ clock }) => clock.advance(20_000),
  },
  {
    view: { name: 'GetWallet', walletId: 'nobody' },
    state: 'loading',
    options: { topWallets: [], routes: { '/getWallets': never } },
  },
]

const whatIsStates: States<'WhatIsAWallet'> = [
  {
    view: { name: 'WhatIsAWallet' },
    state: 'ideas',
    options: walletLists,
    after: ({ clock }) => clock.advance(20_000),
  },
]

/** Every state of the views for users without a wallet, or without this one. Test only. */
export const firstWalletFixtures: FixturesOf<'GetWallet' | 'WhatIsAWallet'> = {
  WhatIsAWallet: whatIsStates,
  GetWallet: getWalletStates,
}
