import { expect, it } from 'vitest'
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
