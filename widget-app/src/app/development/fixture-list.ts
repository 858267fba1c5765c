import type { View, ViewName } from '#widget/core/view.ts'
import { fixtures as account } from '#widget/features/account/fixtures.tsx'
import { fixtures as activity } from '#widget/features/activity/fixtures.tsx'
import { fixtures as blocked } from '#widget/features/blocked/fixtures.tsx'
import { fixtures as calls } from '#widget/features/calls/fixtures.tsx'
import { fixtures as connect } from '#widget/features/connect/fixtures.tsx'
import { fixtures as exchange } from '#widget/features/exchange/fixtures.tsx'
import { fixtures as names } from '#widget/features/names/fixtures.tsx'
import { fixtures as networks } from '#widget/features/networks/fixtures.tsx'
import { fixtures as onramp } from '#widget/features/onramp/fixtures.tsx'
import { fixtures as profile } from '#widget/features/profile/fixtures.tsx'
import { fixtures as receive } from '#widget/features/receive/fixtures.tsx'
import { fixtures as approve } from '#widget/features/review/fixtures.tsx'
import { fixtures as send } from '#widget/features/send/fixtures.tsx'
import { fixtures as siwx } from '#widget/features/siwx/fixtures.tsx'
import { fixtures as smartSessions } from '#widget/features/smart-sessions/fixtures.tsx'
import { fixtures as swap } from '#widget/features/swap/fixtures.tsx'
import type { Fixture, FixturesOf } from '#widget/testing/fixture.ts'
import { fixturesHash } from './standalone-hash.ts'

/** Every state of every view; a member of the View union without one does not compile. */
const fixturesOfViews: FixturesOf<ViewName> = {
  ...connect,
  ...account,
  ...profile,
  ...names,
  ...smartSessions,
  ...networks,
  ...send,
  ...receive,
  ...swap,
  ...exchange,
  ...onramp,
  ...activity,
  ...approve,
  ...calls,
  ...blocked,
  ...siwx,
}

/** A fixture and its link. */
export type FixtureEntry = Fixture & { readonly hash: string }

const toEntry = (fixture: Fixture): FixtureEntry => ({
  ...fixture,
  hash: `${fixturesHash}/${fixture.view.name}/${fixture.state.toLowerCase().replaceAll(' ', '-')}`,
})

const fixtureLists: readonly (readonly Fixture[])[] = Object.values(fixturesOfViews)

/** Every fixture, one list for each view. */
export const fixtureGroups: readonly (readonly FixtureEntry[])[] = fixtureLists.map((list) =>
  list.map(toEntry),
)

/** The views from which the user reaches a view: what Back leads to. */
const viewsBelow: { readonly [Name in ViewName]: readonly View[] } = {
  Connect: [],
  ConnectingExternal: [{ name: 'Connect' }],
  ConnectingMultiChain: [{ name: 'Connect' }],
  ConnectWallets: [{ name: 'Connect' }],
  ConnectingWalletConnect: [{ name: 'Connect' }],
  ConnectingWalletConnectBasic: [],
  WhatIsAWallet: [{ name: 'Connect' }],
  AllWallets: [{ name: 'Connect' }],
  GetWallet: [{ name: 'Connect' }, { name: 'AllWallets' }],
  Account: [],
  ProfileWallets: [{ name: 'Account' }],
  RegisterAccountName: [{ name: 'Account' }],
  RegisterAccountNameSuccess: [],
  SmartSessionList: [{ name: 'Account' }],
  SmartSessionSettings: [{ name: 'Account' }, { name: 'SmartSessionList' }],
  SmartSessionCreated: [],
  Networks: [{ name: 'Account' }],
  SwitchNetwork: [{ name: 'Account' }, { name: 'Networks' }],
  SwitchActiveChain: [],
  UnsupportedChain: [],
  SIWXSignMessage: [],
  DataCapture: [],
  DataCaptureOtpConfirm: [{ name: 'DataCapture' }],
  WalletSend: [{ name: 'Account' }],
  WalletReceive: [{ name: 'Account' }],
  WalletSendSelectToken: [{ name: 'Account' }, { name: 'WalletSend' }],
  WalletSendScan: [{ name: 'Account' }, { name: 'WalletSend' }],
  WalletSendReview: [{ name: 'Account' }, { name: 'WalletSend' }],
  Swap: [{ name: 'Account' }],
  SwapSelectToken: [{ name: 'Account' }, { name: 'Swap' }],
  SwapPreview: [{ name: 'Account' }, { name: 'Swap' }],
  PayWithExchange: [{ name: 'Account' }],
  PayWithExchangeSelectAsset: [{ name: 'Account' }, { name: 'PayWithExchange' }],
  PayWithExchangeStatus: [{ name: 'Account' }],
  OnRampProviders: [{ name: 'Account' }],
  OnRampAmount: [{ name: 'Account' }],
  OnRampFiatSelect: [{ name: 'Account' }, { name: 'OnRampAmount' }],
  OnRampTokenSelect: [{ name: 'Account' }, { name: 'OnRampAmount' }],
  BuyInProgress: [{ name: 'Account' }],
  Transaction: [{ name: 'Account' }],
  PastTransaction: [{ name: 'Account' }],
  ApproveTransaction: [],
  CallsStatus: [],
  Blocked: [],
}

/** The views below a fixture's view, first to last. */
export const previousViews = ({ view }: FixtureEntry): readonly View[] => viewsBelow[view.name]
