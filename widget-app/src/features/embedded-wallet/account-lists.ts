import { getEmbeddedEvents } from '#shared/api/embedded-identities.ts'
import { getSpendingLimits } from '#shared/api/embedded-spending.ts'
import { getEmbeddedDevices } from '#shared/api/embedded-wallet.ts'
import { createServerList } from './server-list.ts'

const noInput = { params: {}, query: {} }

/** Devices that can act for the user. */
export const devicesAtom = createServerList(
  async (client, session) => (await client.call(getEmbeddedDevices, noInput, session)).devices,
)

/** The last events of the user's account, the newest first. */
export const eventsAtom = createServerList(
  async (client, session) => (await client.call(getEmbeddedEvents, noInput, session)).events,
)

/** The user's spending limits that have not expired, of all sites and devices. */
export const spendingLimitsAtom = createServerList(
  async (client, session) => (await client.call(getSpendingLimits, noInput, session)).limits,
)

const knownEvents = [
  ...(['login', 'vault-opened', 'signed-out', 'stepped-up', 'wallet-proved', 'device-revoked'] as const),
  ...(['envelope-created', 'envelope-completed', 'envelope-key-released', 'envelope-revoked'] as const),
  ...(['passkey-added', 'passkey-asserted', 'passkey-removed', 'email-changed'] as const),
  ...(['identity-linked', 'identity-removed', 'recovery-requested', 'recovery-cancelled'] as const),
  ...(['recovery-exported', 'recovery-answered', 'recovery-completed'] as const),
  ...(['deletion-requested', 'deletion-cancelled'] as const),
  ...(['spending-limit-set', 'spending-claimed', 'spending-limit-revoked'] as const),
] as const

/** The name of an event that the widget has words for; `other` for any other one. */
export const eventKind = (event: string): (typeof knownEvents)[number] | 'other' =>
  knownEvents.find((known) => known === event) ?? 'other'
