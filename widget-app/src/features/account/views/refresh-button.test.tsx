import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Answer } from '#widget/testing/world.ts'
import { address, balancePath, ethereum, etherOf, shownAccount } from '../testing/shown-account.tsx'

afterEach(cleanup)

/** A server that responds at once, or after `pause` only on `respond`. */
function held(answer: () => Answer) {
  let isHeld = false
  let asked = 0
  const waiting: (() => void)[] = []
  return {
    asked: () => asked,
    hold: () => {
      isHeld = true
    },
    letAnswer: () =>
      act(async () => {
        for (const answered of waiting.splice(0)) answered()
      }),
    route: async (): Promise<Answer> => {
      asked += 1
      if (isHeld) await new Promise<void>((answered) => waiting.push(answered))
      return answer()
    },
  }
}

const supported = () => ({ body: { http: [ethereum], ws: [] } })
const isBusy = (button: HTMLElement) => button.closest('[aria-busy="true"]') !== null

test('Refresh pending › busy, keeps the focus, and a second click sends no request', async () => {
  const server = held(() => ({ body: { balances: [etherOf('1')] } }))
  shownAccount({ routes: { '/v1/supported-chains': supported, [balancePath]: server.route } })
  const button = await screen.findByRole('button', { name: 'Refresh balances' })
  await waitFor(() => expect(isBusy(button)).toBe(false))
  const before = server.asked()
  server.hold()
  button.focus()
  fireEvent.click(button)
  fireEvent.click(button)
  await waitFor(() => expect(isBusy(button)).toBe(true))
  fireEvent.click(button)
  expect(document.activeElement).toBe(button)
  expect(button.hasAttribute('disabled')).toBe(false)
  await server.letAnswer()
  await waitFor(() => expect(isBusy(button)).toBe(false))
  expect(server.asked()).toBe(before + 1)
})

test('Refresh and Try again over old activity › likewise', async () => {
  let answer: Answer = { body: { data: [], next: null } }
  const server = held(() => answer)
  shownAccount({
    routes: {
      '/appkit/v1/config': () => ({
        body: { features: [{ id: 'activity', isEnabled: true, config: [] }] },
      }),
      '/v1/supported-chains': supported,
      [balancePath]: () => ({ body: { balances: [etherOf('1')] } }),
      [`/v1/account/${address}/history`]: server.route,
    },
  })
  fireEvent.click(await screen.findByRole('tab', { name: 'Activity' }))
  const button = await screen.findByRole('button', { name: 'Refresh activity' })
  server.hold()
  answer = { status: 400 }
  for (const _ of [1, 2]) fireEvent.click(button)
  await waitFor(() => expect(isBusy(button)).toBe(true))
  fireEvent.click(button)
  await server.letAnswer()
  const again = await screen.findByRole('button', { name: 'Try again' })
  await waitFor(() => expect(isBusy(again)).toBe(false))
  expect(server.asked()).toBe(2)
  for (const _ of [1, 2]) fireEvent.click(again)
  await waitFor(() => expect(isBusy(again)).toBe(true))
  fireEvent.click(again)
  answer = { body: { data: [], next: null } }
  await server.letAnswer()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
  expect(server.asked()).toBe(3)
})

test('Try again over old balances › likewise', async () => {
  let answer: Answer = { body: { balances: [etherOf('1')] } }
  const server = held(() => answer)
  const { clock } = shownAccount({
    routes: { '/v1/supported-chains': supported, [balancePath]: server.route },
  })
  const refresh = await screen.findByRole('button', { name: 'Refresh balances' })
  answer = { status: 400 }
  fireEvent.click(refresh)
  const again = await screen.findByRole('button', { name: /^Try again in/ })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
  onTestFinished(() => void vi.useRealTimers())
  await act(() => clock.advance(31_000))
  server.hold()
  const before = server.asked()
  again.focus()
  for (const _ of [1, 2]) fireEvent.click(again)
  await waitFor(() => expect(isBusy(again)).toBe(true))
  expect([document.activeElement, again.hasAttribute('disabled')]).toEqual([again, false])
  expect(server.asked()).toBe(before + 1)
})
