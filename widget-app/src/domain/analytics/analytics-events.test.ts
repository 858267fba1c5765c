import { expect, it } from 'vitest'
import { connectionsAtom } from '#widget/domain/accounts/connections.ts'
import { ownFactsSlotAtom } from '#widget/domain/accounts/own-facts-slot.ts'
import { atom } from '#widget/lib/state.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { alice, bob, testWorld } from '#widget/testing/world.ts'
import { type AnalyticsEvent, trackEventAtom } from './analytics-events.ts'

const send = { network: 'eip155:1', isSmartAccount: false, token: 'ETH', amount: '1' }

it.each<[AnalyticsEvent, object]>([
  [
    {
      event: 'SEND_ERROR',
      properties: {
        ...send,
        message: `insufficient funds for gas * price + value: address ${alice} have 1 want 2`,
      },
    },
    { ...send, message: 'insufficient funds for gas * price + value: address … have 1 want 2' },
  ],
  [
    { event: 'CONNECT_ERROR', properties: { message: `from: ${alice} to: ${bob}` } },
    { message: 'from: … to: …' },
  ],
  [
    {
      event: 'REGISTER_NAME_ERROR',
      properties: { isSmartAccount: false, ensName: 'anna', error: `${bob} has it. ${'so '.repeat(200)}` },
    },
    { isSmartAccount: false, ensName: 'anna', error: `… has it. ${'so '.repeat(200)}`.slice(0, 300) },
  ],
  [
    {
      event: 'DISCONNECT_ERROR',
      properties: { message: `5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY` },
    },
    { message: '…' },
  ],
  [
    { event: 'SEARCH_WALLET', properties: { badge: '', search: `gull ${alice}` } },
    { badge: '', search: 'gull …' },
  ],
])('message of a wallet or a service › has no addresses and is cut › %#', (happened, expected) => {
  const world = testWorld()
  world.store.set(trackEventAtom, happened)
  expect(world.events).toEqual([
    { event: happened.event, properties: { ...expected, caipNetworkId: 'eip155:1' } },
  ])
})

it.each(['smartAccount', 'eoa'] as const)('own wallet used as %s › stated in events', (type) => {
  const { store, events } = testWorld()
  store.set(
    ownFactsSlotAtom,
    atom(() => (walletId: string) => (walletId === 'own' ? { type } : undefined)),
  )
  const connection = testConnection({ walletId: 'own' })
  store.set(connectionsAtom, { eip155: { is: 'connected', connection } })
  store.set(trackEventAtom, { event: 'CLICK_TRANSACTIONS', properties: { isSmartAccount: false } })
  store.set(trackEventAtom, { event: 'CLICK_NETWORKS', properties: {} })
  expect(events).toMatchObject([{ properties: { isSmartAccount: type === 'smartAccount' } }, {}])
  expect(events[1]?.properties).not.toHaveProperty('isSmartAccount')
})
