import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { embeddedSessionAtom, startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import {
  embeddedWorld,
  testAccount,
  testToken,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { testVaultOpener } from '#widget/domain/embedded-wallet/testing/vault-opener.ts'
import { vaultOpenerAtom } from '#widget/domain/embedded-wallet/vault-window.ts'
import { memoryIndexedDb } from '#widget/lib/dpop/testing/memory-indexed-db.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { StoreProvider, useAtomValue } from '#widget/lib/state.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import type { TestRoutes, TestWorldOptions } from '#widget/testing/world.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { loginRoutes } from '../testing/code-server.ts'
import { CreateWalletView } from './create-wallet-view.tsx'
import { EmailLoginCodeView } from './email-login-code-view.tsx'
import { EmailLoginView } from './email-login-view.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function CurrentView() {
  const { name } = useAtomValue(currentViewAtom)
  if (name === 'EmailLoginCode') return <EmailLoginCodeView />
  return name === 'CreateWallet' ? <CreateWalletView /> : <EmailLoginView />
}

function renderLogin(
  routes: TestRoutes = loginRoutes(),
  options: Pick<TestWorldOptions, 'storage' | 'clock'> = {},
) {
  const world = embeddedWorld(routes, options)
  world.store.set(viewStackAtom, { to: 'reset', view: { name: 'EmailLogin' } })
  render(
    <StoreProvider store={world.store}>
      <FooterSlotContext value={document.body}>
        <CurrentView />
      </FooterSlotContext>
    </StoreProvider>,
  )
  const type = (label: string, value: string) =>
    act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }))
  const click = (name: string) => act(async () => screen.getByRole('button', { name }).click())
  const enterAddress = async () => {
    await type('Email', 'ada@example.org')
    await click('Continue')
    return screen.findByLabelText<HTMLInputElement>('Code')
  }
  return { ...world, type, click, enterAddress }
}

describe('EmailLogin', () => {
  it('address and code › logged in without another click', async () => {
    const { enterAddress, type, flowCalls } = renderLogin()
    const field = await enterAddress()
    expect(screen.getByText(/code sent to ada@example.org/)).toBeTruthy()
    expect(field.autocomplete).toBe('one-time-code')
    expect(field.inputMode).toBe('numeric')
    await type('Code', 'Your code is 123 456.')
    await waitFor(() => expect(flowCalls).toEqual(['loadEmbeddedWallet', 'afterEmbeddedLogin']))
  })

  it('Enter in the field › submits the address', async () => {
    const { type } = renderLogin()
    await type('Email', 'ada@example.org')
    const form = screen.getByLabelText('Email').closest('form')
    await act(async () => void (form && fireEvent.submit(form)))
    expect(await screen.findByLabelText('Code')).toBeTruthy()
  })

  it('invalid address › shows a problem at the field', async () => {
    const { type, click } = renderLogin()
    await type('Email', 'ada')
    await click('Continue')
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Please provide a valid email.')).toBeTruthy()
  })

  it.each([
    [{ status: 429, headers: { 'retry-after': '1500' } }, 'Try again in 25 minutes.'],
    [{ status: 429, headers: { 'retry-after': '30' } }, 'Try again in 30 seconds.'],
    [{ status: 429 }, 'Try again in 1 minute.'],
    [{ status: 500 }, 'The server cannot be reached. Check your connection and try again.'],
  ])('code not sent (%j) › says why, and can be repeated', async (response, text) => {
    let isDown = true
    const sent = loginRoutes()['/codes']
    const { type, click } = renderLogin({
      ...loginRoutes(),
      '/codes': (...call) => (isDown ? response : (sent?.(...call) ?? {})),
    })
    await type('Email', 'ada@example.org')
    await click('Continue')
    expect(await screen.findByText(text)).toBeTruthy()
    isDown = false
    await click('Try again')
    expect(await screen.findByLabelText('Code')).toBeTruthy()
  })

  it('logged in already › continues, or logs out', async () => {
    const { store, click, flowCalls } = renderLogin({ '/sign-out': () => ({}) })
    await act(() => store.set(startEmbeddedSessionAtom, { token: testToken, account: testAccount }))
    expect(screen.getByText('ada@example.org')).toBeTruthy()
    await click('Continue')
    expect(flowCalls).toEqual(['loadEmbeddedWallet', 'afterEmbeddedLogin'])
    await click('Log out')
    expect(store.get(embeddedSessionAtom)).toBeUndefined()
  })
})

describe('session of an earlier visit', () => {
  it('server has ended it › shows the address form', async () => {
    const { store } = embeddedWorld({ '/account': () => ({ status: 401 }) })
    await store.set(startEmbeddedSessionAtom, { token: testToken, account: testAccount })
    store.set(viewStackAtom, { to: 'reset', view: { name: 'EmailLogin' } })
    render(
      <StoreProvider store={store}>
        <CurrentView />
      </StoreProvider>,
    )
    expect(screen.getByText('ada@example.org')).toBeTruthy()
    expect(await screen.findByLabelText('Email')).toBeTruthy()
  })
})

describe('page discarded while the user reads the mail', () => {
  it('EmailLogin opens › code field, rest of the countdown, logs in', async () => {
    vi.stubGlobal('indexedDB', memoryIndexedDb().factory)
    const options = { storage: memoryArea(), clock: fakeClock() }
    await renderLogin(loginRoutes(), options).enterAddress()
    cleanup()
    await options.clock.advance(20_000)
    const { type, flowCalls } = renderLogin(loginRoutes(), options)
    expect(screen.getByText(/code sent to ada@example.org/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Send a new code in 10 seconds' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Use another email' })).toBeTruthy()
    await type('Code', '123456')
    await waitFor(() => expect(flowCalls).toContain('afterEmbeddedLogin'))
  })

  it('address changed › the next page shows the form for the address', async () => {
    vi.stubGlobal('indexedDB', memoryIndexedDb().factory)
    const options = { storage: memoryArea(), clock: fakeClock() }
    const { enterAddress, click } = renderLogin(loginRoutes(), options)
    await enterAddress()
    await click('Use another email')
    cleanup()
    renderLogin(loginRoutes(), options)
    expect(screen.getByLabelText('Email')).toBeTruthy()
    expect(screen.queryByLabelText('Code')).toBeNull()
  })
})

describe('wait until another code', () => {
  it('seconds pass › counts down, then states that the user can try again', async () => {
    const send = () => ({ status: 429, headers: { 'retry-after': '30' } })
    const { type, click, clock } = renderLogin(loginRoutes({ send }))
    await type('Email', 'ada@example.org')
    await click('Continue')
    await screen.findByText('Try again in 30 seconds.')
    await waitFor(() => expect(clock.pending).toBe(1))
    await act(() => clock.advance(29_000))
    expect(screen.getByText('Try again in 1 second.')).toBeTruthy()
    await act(() => clock.advance(1_000))
    expect(screen.getByText('You can try again now.')).toBeTruthy()
  })
})

describe('EmailLoginCode', () => {
  it.each([
    ['000000', 'Invalid code', false],
    ['000001', 'This code has expired. Request a new one.', true],
    ['000002', 'Too many wrong codes. Request a new one.', true],
  ])('%s › %s', async (code, text, needsNewCode) => {
    const { enterAddress, type, clock, click } = renderLogin()
    const field = await enterAddress()
    await type('Code', code)
    expect(await screen.findByText(text)).toBeTruthy()
    await waitFor(() => expect(field.value).toBe(''))
    expect(field.readOnly).toBe(needsNewCode)
    await act(() => clock.advance(30_000))
    await click('Send a new code')
    await waitFor(() => expect(field.readOnly).toBe(false))
    expect(screen.queryByText(text)).toBeNull()
  })

  it('too many wrong codes for the address › states the wait, sends no other code', async () => {
    const { enterAddress, type } = renderLogin()
    await enterAddress()
    await type('Code', '000003')
    expect(await screen.findByText('Try again in 5 hours.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Send a new code/ })).toBeNull()
    expect(screen.queryByText(/Request a new one/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Use another email' })).toBeTruthy()
  })

  it('another code › after a countdown of 30 s', async () => {
    const { enterAddress, clock } = renderLogin()
    expect(clock.pending).toBe(0)
    await enterAddress()
    // The countdown begins in an effect, after the view is on screen.
    await waitFor(() => expect(clock.pending).toBe(1))
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send a new code in 30 seconds' })
    expect(button.disabled).toBe(true)
    await act(() => clock.advance(29_000))
    expect(button.textContent).toBe('Send a new code in 1 second')
    await act(() => clock.advance(1_000))
    expect(button.disabled).toBe(false)
  })

  it('server does not respond to the code › the same code is repeated', async () => {
    const codes: unknown[] = []
    const routes = loginRoutes()
    const { enterAddress, type, click } = renderLogin(
      Object.fromEntries(
        Object.entries(routes).map(([path, route]): [string, typeof route] => [
          path,
          (url, body, headers) => {
            if (path !== '/codes') codes.push(Reflect.get(Object(body), 'code'))
            return route(url, body, headers)
          },
        ]),
      ),
    )
    await enterAddress()
    await type('Code', '000004')
    const problem = await screen.findByText('The code couldn’t be verified')
    expect(problem.closest('[role=alert]')).toBeTruthy()
    await click('Try again')
    await waitFor(() => expect(codes).toEqual(['000004', '000004']))
  })

  it('not arriving › states the delivery', async () => {
    const { enterAddress, click } = renderLogin(
      loginRoutes({ delivery: () => ({ body: { delivery: 'failed' } }) }),
    )
    await enterAddress()
    await click('Not arriving?')
    expect(await screen.findByText('The email couldn’t be delivered')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Check again' })).toBeTruthy()
  })

  it('another address › returns to the form, which has the former one', async () => {
    const { enterAddress, click, store, events } = renderLogin()
    await enterAddress()
    await click('Use another email')
    expect(store.get(currentViewAtom).name).toBe('EmailLogin')
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.org')
    expect(events.at(-1)?.event).toBe('EMAIL_EDIT')
  })
})

describe('CreateWallet', () => {
  it('click › opens the vault in the same task, whose host it names', async () => {
    const { store } = renderLogin()
    const { opener, tasks } = testVaultOpener()
    act(() => {
      store.set(vaultOpenerAtom, opener)
      store.set(viewStackAtom, { to: 'reset', view: { name: 'CreateWallet' } })
    })
    expect(screen.getByText(/^A window of vault\.widget\.example opens/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Create wallet' }))
    expect(tasks).toEqual(['create'])
  })
})
