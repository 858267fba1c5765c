import { atom, type Getter } from '#widget/lib/state.ts'
import { projectIdAtom } from './config.ts'
import { hostOriginAtom } from './host-origin.ts'

/**
 * Every record that the widget stores. Browsers partition a frame's storage by the host's site; the scope does so in every
 * browser.
 */
const records = {
  enabledWallets: 'enabled-wallets',
  recentWallets: 'recent-wallets',
  accountChoices: 'account-choices',
  chosenNetworks: 'chosen-networks',
  activeNamespace: 'active-namespace',
  journal: 'journal',
  orders: 'orders',
  signIns: 'sign-ins',
  signInTokens: 'sign-in-tokens',
  recentEmails: 'recent-emails',
  emailConfirmations: 'email-confirmations',
  callBundles: 'call-bundles',
  walletConnect: 'walletconnect',
  knownReceivers: 'known-receivers',
  currency: 'currency',
  addressBook: 'address-book',
  nameLookups: 'name-lookups',
  identities: 'identities',
  registeredNames: 'registered-names',
  balances: 'balances',
  originStanding: 'origin-standing',
  embeddedSession: 'embedded-session',
  embeddedAccountType: 'account-type',
  embeddedBatches: 'batches',
  embeddedOperations: 'user-operations',
  spendingLimitUser: 'spending-limit',
  /** Name of a database, not of a record. */
  embeddedKey: 'embedded-key',
} as const

const scopeAtom = atom((get) => `${get(hostOriginAtom) ?? 'none'}|${get(projectIdAtom)}`)

/** Key of a record, scoped by the host's verified origin and its project. */
export const scopedKey =
  (record: keyof typeof records) =>
  (get: Getter): string =>
    `drawbridge/${records[record]}/${get(scopeAtom)}`
