import type { View, ViewName } from '#widget/core/view.ts'
import { fixtures as account } from '#widget/features/account/fixtures.tsx'
import { fixtures as activity } from '#widget/features/activity/fixtures.tsx'
import { fixtures as blocked } from '#widget/features/blocked/fixtures.tsx'
import { fixtures as calls } from '#widget/features/calls/fixtures.tsx'
import { fixtures as connect } from '#widget/features/connect/fixtures.tsx'
import { fixtures as embeddedWallet } from '#widget/features/embedded-wallet/fixtures.tsx'
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
  ...embeddedWallet,
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

/** The view from which the user reaches another one; undefined for a view that opens without one below it. */
const parents: { readonly [Name in ViewName]: View | undefined } = {
  Connect: undefined,
  ConnectWallets: { name: 'Connect' },
  ConnectingExternal: { name: 'Connect' },
  ConnectingMultiChain: { name: 'Connect' },
  ConnectingWalletConnect: { name: 'Connect' },
  ConnectingWalletConnectBasic: undefined,
  WhatIsAWallet: { name: 'Connect' },
  AllWallets: { name: 'Connect' },
  GetWallet: { name: 'AllWallets' },
  EmailLogin: { name: 'Connect' },
  EmailLoginCode: { name: 'EmailLogin' },
  ConnectingSocial: { name: 'EmailLogin' },
  ConnectingFarcaster: { name: 'EmailLogin' },
  CreateWallet: undefined,
  UpdateEmailWallet: { name: 'WalletSettings' },
  WalletSettings: { name: 'Account' },
  Account: undefined,
  ProfileWallets: { name: 'Account' },
  RegisterAccountName: { name: 'Account' },
  RegisterAccountNameSuccess: undefined,
  SmartSessionList: { name: 'Account' },
  SmartSessionSettings: { name: 'SmartSessionList' },
  SmartSessionCreated: undefined,
  Networks: { name: 'Account' },
  SwitchNetwork: { name: 'Networks' },
  SwitchActiveChain: undefined,
  UnsupportedChain: undefined,
  SIWXSignMessage: undefined,
  DataCapture: undefined,
  DataCaptureOtpConfirm: { name: 'DataCapture' },
  WalletSend: { name: 'Account' },
  WalletReceive: { name: 'Account' },
  WalletSendSelectToken: { name: 'WalletSend' },
  WalletSendScan: { name: 'WalletSend' },
  WalletSendReview: { name: 'WalletSend' },
  Swap: { name: 'Account' },
  SwapSelectToken: { name: 'Swap' },
  SwapPreview: { name: 'Swap' },
  PayWithExchange: { name: 'Account' },
  PayWithExchangeSelectAsset: { name: 'PayWithExchange' },
  PayWithExchangeStatus: { name: 'Account' },
  OnRampProviders: { name: 'Account' },
  OnRampAmount: { name: 'Account' },
  OnRampFiatSelect: { name: 'OnRampAmount' },
  OnRampTokenSelect: { name: 'OnRampAmount' },
  BuyInProgress: { name: 'Account' },
  Transaction: { name: 'Account' },
  PastTransaction: { name: 'Account' },
  ApproveTransaction: undefined,
  CallsStatus: undefined,
  Blocked: undefined,
}

function viewsBelow(name: ViewName): readonly View[] {
  const parent = parents[name]
  return parent === undefined ? [] : [...viewsBelow(parent.name), parent]
}

/** The views below a fixture's view, first to last: what Back leads to. */
export const previousViews = ({ view }: FixtureEntry): readonly View[] => viewsBelow(view.name)
