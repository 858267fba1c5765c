import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { orderPollingAtom } from '#widget/domain/orders/order-polling.ts'
import { type TestWorld, testWorld } from '#widget/testing/world.ts'
import {
  exchangeOptions,
  fakeWindows,
  openExchange,
  recipient,
  result,
  usdc,
} from '../testing/exchange-world.ts'
import { selectExchangeAtom, startDepositAtom } from './actions.ts'
import { draftAtom, resetOnLeaveAtom } from './draft.ts'
import { assetsAtom } from './exchange-list.ts'
import { depositPageAtom } from './exchange-page.ts'
import { problemAtom } from './form.ts'
import { trackOpeningAtom } from './payment-events.ts'

const hash = `0x${'ab'.repeat(32)}`
const configuration = { network: 'eip155:1', asset: usdc, amount: '', recipient: recipient }
const payment = {
  ...{ source: 'fund-from-exchange', headless: false },
  configuration: { ...configuration, amount: '25' },
}

/** Waits until the assertion passes, advancing the test clock in steps. */
const waitUntil = ({ clock }: TestWorld, assertion: () => void) =>
  vi.waitFor(
    async () => {
      await clock.advance(250)
      assertion()
    },
    { timeout: 5_000, interval: 10 },
  )

async function openForm(script: Parameters<typeof exchangeOptions>[0] = {}): Promise<TestWorld> {
  const world = testWorld(exchangeOptions({ ...script, over: { openWindow: fakeWindows().open } }))
  openExchange(world)
  for (const one of [problemAtom, depositPageAtom, resetOnLeaveAtom, trackOpeningAtom, orderPollingAtom])
    onTestFinished(world.store.sub(one, () => undefined))
  await waitUntil(world, () => expect(world.store.get(assetsAtom).is).toBe('ready'))
  return world
}

/** Starts a deposit of 25 dollars. */
async function startDeposit(script: Parameters<typeof exchangeOptions>[0]): Promise<TestWorld> {
  const world = await openForm(script)
  world.store.set(draftAtom, { amount: '25' })
  await waitUntil(world, () => expect(world.store.get(depositPageAtom).is).toBe('ready'))
  world.store.set(startDepositAtom)
  return world
}

const waitForEvent = async (world: TestWorld, event: string) => {
  await waitUntil(world, () => expect(world.events.map((one) => one.event)).toContain(event))
  await world.clock.advance(60_000)
}

describe('deposit events', () => {
  it('form opened › tracked once with its exchanges, then the selected one', async () => {
    const world = await openForm()
    const unsubscribe = world.store.sub(trackOpeningAtom, () => undefined)
    world.store.set(viewStackAtom, { to: 'push', view: { name: 'PayWithExchangeSelectAsset' } })
    world.store.set(viewStackAtom, { to: 'back' })
    world.store.set(selectExchangeAtom, 'strict')
    await waitUntil(world, () => expect(world.store.get(assetsAtom).is).toBe('ready'))
    unsubscribe()
    expect(world.events).toEqual([
      {
        event: 'PAY_MODAL_OPEN',
        properties: {
          exchanges: [
            { id: 'reown_test', name: 'Test Exchange' },
            { id: 'strict', name: 'Strict Exchange' },
          ],
          configuration,
          caipNetworkId: 'eip155:1',
        },
      },
      {
        event: 'PAY_EXCHANGE_SELECTED',
        properties: {
          ...{ ...payment, configuration, caipNetworkId: 'eip155:1' },
          currentPayment: { type: 'exchange', exchangeId: 'strict' },
        },
      },
    ])
  })

  it('deposit › tracked when started, and as done once the chain shows it', async () => {
    let receivedValue: bigint | undefined
    const service = { status: () => result({ status: 'SUCCESS', txHash: hash }) }
    const world = await startDeposit({ service, received: async () => receivedValue })
    await world.clock.advance(60_000)
    expect(world.events.slice(1)).toMatchObject([
      {
        event: 'PAY_INITIATED',
        properties: {
          ...{ ...payment, paymentId: expect.any(String) },
          currentPayment: {
            ...{ type: 'exchange', exchangeId: 'reown_test', sessionId: 's-1', status: 'UNKNOWN' },
          },
        },
      },
    ])
    expect(world.events).toHaveLength(2)
    receivedValue = 24_900_000n
    await waitForEvent(world, 'PAY_SUCCESS')
    expect(world.events.slice(2)).toMatchObject([
      {
        event: 'PAY_SUCCESS',
        properties: { ...payment, currentPayment: { sessionId: 's-1', status: 'SUCCESS', result: hash } },
      },
    ])
    expect(world.events).toHaveLength(3)
  })

  it('deposit failed › tracked as an error, once', async () => {
    const world = await startDeposit({ service: { status: () => result({ status: 'FAILED' }) } })
    await waitForEvent(world, 'PAY_ERROR')
    expect(world.events.slice(2)).toMatchObject([
      {
        event: 'PAY_ERROR',
        properties: { ...payment, message: 'failed', currentPayment: { status: 'FAILED' } },
      },
    ])
    expect(world.events).toHaveLength(3)
  })
})
