import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { TestResponse } from '#widget/testing/world.ts'
import { address, balancePath, ethereum, etherOf, renderAccount } from '../testing/shown-account.tsx'

afterEach(cleanup)

/** A server that responds at once, or after `pause` only on `respond`. */
function pausableServer(answer: () => TestResponse) {
  let isPaused = false
  let requestCount = 0
  const waiting: (() => void)[] = []
  return {
    requestCount: () => requestCount,
    pause: () => {
      isPaused = true
    },
    respond: () =>
      act(async () => {
        for (const resume of waiting.splice(0)) resume()
      }),
    route: async (): Promise<TestResponse> => {
      requestCount += 1
      if (isPaused) await new Promise<void>((resume) => waiting.push(resume))
      return answer()
    },
  }
}

const supported = () => ({ body: { http: [ethereum], ws: [] } })
const isBusy = (button: HTMLElement) => button.closest('[aria-busy="true"]') !== null

test('Refresh pending › busy, keeps the focus, and a second click sends no request', async () => {
  const server = pausableServer(() => ({ body: { balances: [etherOf('1')] } }))
  renderAccount({ routes: { '/v1/supported-chains': supported, [balancePath]: server.route } })
  const button = await screen.findByRole('button', { name: 'Refresh balances' })
  await waitFor(() => expect(isBusy(button)).toBe(false))
  const before = server.requestCount()
  server.pause()
  button.focus()
  fireEvent.click(button)
  fireEvent.click(button)
  await waitFor(() => expect(isBusy(button)).toBe(true))
  fireEvent.click(button)
  expect(document.activeElement).toBe(button)
  expect(button.hasAttribute('disabled')).toBe(false)
  await server.respond()
  await waitFor(() => expect(isBusy(button)).toBe(false))
  expect(server.requestCount()).toBe(before + 1)
})

test('Refresh and Try again over old activity › likewise', async () => {
  let answer: TestResponse = { body: { data: [], next: null } }
  const server = pausableServer(() => answer)
  renderAccount({
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
  server.pause()
  answer = { status: 400 }
  for (const _ of [1, 2]) fireEvent.click(button)
  await waitFor(() => expect(isBusy(button)).toBe(true))
  fireEvent.click(button)
  await server.respond()
  const retryButton = await screen.findByRole('button', { name: 'Try again' })
  await waitFor(() => expect(isBusy(retryButton)).toBe(false))
  expect(server.requestCount()).toBe(2)
  for (const _ of [1, 2]) fireEvent.click(retryButton)
  await waitFor(() => expect(isBusy(retryButton)).toBe(true))
  fireEvent.click(retryButton)
  answer = { body: { data: [], next: null } }
  await server.respond()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
  expect(server.requestCount()).toBe(3)
})

test('Try again over old balances › likewise', async () => {
  let answer: TestResponse = { body: { balances: [etherOf('1')] } }
  const server = pausableServer(() => answer)
  const { clock } = renderAccount({
    routes: { '/v1/supported-chains': supported, [balancePath]: server.route },
  })
  const refresh = await screen.findByRole('button', { name: 'Refresh balances' })
  answer = { status: 400 }
  fireEvent.click(refresh)
  const retryButton = await screen.findByRole('button', { name: /^Try again in/ })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
  onTestFinished(() => void vi.useRealTimers())
  await act(() => clock.advance(31_000))
  server.pause()
  const before = server.requestCount()
  retryButton.focus()
  for (const _ of [1, 2]) fireEvent.click(retryButton)
  await waitFor(() => expect(isBusy(retryButton)).toBe(true))
  expect([document.activeElement, retryButton.hasAttribute('disabled')]).toEqual([retryButton, false])
  expect(server.requestCount()).toBe(before + 1)
})
