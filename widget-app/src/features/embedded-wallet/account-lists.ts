import { getEmbeddedEvents } from '#shared/api/embedded-identities.ts'
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

const knownEvents = [
  ...(['login', 'vault-opened', 'signed-out', 'stepped-up', 'wallet-proved', 'device-revoked'] as const),
  ...(['envelope-created', 'envelope-completed', 'envelope-key-released', 'envelope-revoked'] as const),
  ...(['passkey-added', 'passkey-asserted', 'passkey-removed', 'email-changed'] as const),
  ...(['identity-linked', 'identity-removed', 'recovery-requested', 'recovery-cancelled'] as const),
  ...(['recovery-exported', 'recovery-answered', 'recovery-completed'] as const),
] as const

/** The name of an event that the widget has words for; `other` for any other one. */
export const eventKind = (event: string): (typeof knownEvents)[number] | 'other' =>
  knownEvents.find((known) => known === event) ?? 'other'
