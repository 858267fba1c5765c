import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { isPhoneAtom } from '#widget/core/device.ts'
import { fetchRemoteConfigAtom } from '#widget/core/feature-flags.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { embeddedRoutes, testVaultUrl } from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { StoreProvider, useAtomValue } from '#widget/lib/state.ts'
import {
  type TestResponse,
  type TestRoutes,
  type TestWorldOptions,
  testWorld,
} from '#widget/testing/world.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { loginRoutes } from '../testing/code-server.ts'
import {
  attemptId,
  farcasterRoutes,
  farcasterUrl,
  never,
  socialProject,
  socialRoutes,
  testWindows,
} from '../testing/social-server.ts'
import { ConnectingFarcasterView } from './connecting-farcaster-view.tsx'
import { ConnectingSocialView } from './connecting-social-view.tsx'
import { EmailLoginView } from './email-login-view.tsx'

afterEach(cleanup)

const allSocials = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook']

function CurrentView() {
  const view = useAtomValue(currentViewAtom)
  if (view.name === 'ConnectingSocial') return <ConnectingSocialView view={view} />
  return view.name === 'ConnectingFarcaster' ? <ConnectingFarcasterView /> : <EmailLoginView />
}

type LoginOptions = {
  readonly config?: readonly string[]
  readonly socials?: string[]
  readonly routes?: TestRoutes
  readonly isPhone?: boolean
  readonly openWindow?: TestWorldOptions['openWindow']
}

async function renderLogin({
  config = ['email', ...allSocials],
  socials = allSocials,
  routes = { ...loginRoutes(), ...socialRoutes(), ...farcasterRoutes() },
  isPhone = false,
  openWindow = testWindows().openWindow,
}: LoginOptions = {}) {
  const world = testWorld({
    deploy: { vaultUrl: testVaultUrl, socials },
    openWindow,
    routes: { ...embeddedRoutes(routes), ...socialProject(config) },
  })
  await world.store.set(fetchRemoteConfigAtom)
  world.store.set(isPhoneAtom, isPhone)
  world.store.set(viewStackAtom, { to: 'reset', view: { name: 'EmailLogin' } })
  render(
    <StoreProvider store={world.store}>
      <FooterSlotContext value={document.body}>
        <CurrentView />
      </FooterSlotContext>
    </StoreProvider>,
  )
  const click = (name: string) => act(async () => screen.getByRole('button', { name }).click())
  return { ...world, click }
}

/** Names of the services on screen, in order. */
const shown = () =>
  screen.queryAllByRole('button', { name: /^Continue with / }).map((button) => button.getAttribute('title'))

describe('services of EmailLogin', () => {
  it('more than a row › the first ones, the others behind “More”', async () => {
    const { click, store } = await renderLogin()
    expect(document.activeElement).toBe(document.body)
    const first = [
      'Continue with Google',
      'Continue with X',
      'Continue with Farcaster',
      'Continue with Discord',
    ]
    expect(shown()).toEqual(first)
    await click('More ways to log in')
    expect(shown()).toEqual([
      ...first,
      ...['Continue with Apple', 'Continue with GitHub', 'Continue with Facebook'],
    ])
    expect(screen.queryByRole('button', { name: 'More ways to log in' })).toBeNull()
    // The focused button is gone: the first of those that replace it has the focus, once.
    const apple = screen.getByRole('button', { name: 'Continue with Apple' })
    expect(document.activeElement).toBe(apple)
    apple.blur()
    act(() => store.set(isPhoneAtom, true))
    expect(document.activeElement).not.toBe(apple)
  })

  it.each<[string, LoginOptions, readonly string[]]>([
    ['not configured', { socials: ['apple'] }, ['Continue with Apple']],
    ['not of the project', { config: ['email', 'github', 'x'] }, ['Continue with GitHub', 'Continue with X']],
    ['unknown or repeated', { config: ['email', 'x', 'myspace', 'x'] }, ['Continue with X']],
    ['none', { config: ['email'] }, []],
  ])('%s › not offered', async (_, options, names) => {
    await renderLogin(options)
    expect(shown()).toEqual(names)
    expect(screen.getByLabelText('Email')).toBeTruthy()
  })

  it('email off › no field', async () => {
    await renderLogin({ config: ['google'] })
    expect(shown()).toEqual(['Continue with Google'])
    expect(screen.queryByLabelText('Email')).toBeNull()
    expect(screen.getByText('Log in with an account')).toBeTruthy()
  })
})

describe('ConnectingSocial', () => {
  it('press › shows the number to compare', async () => {
    const { click } = await renderLogin()
    await click('Continue with Google')
    expect(await screen.findByText('42')).toBeTruthy()
    expect(screen.getByText(/^Log in with Google there\./)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Show window' })).toBeTruthy()
  })

  it('number › announced in a region that was mounted before it', async () => {
    let create: (response: TestResponse) => void = () => undefined
    const created = new Promise<TestResponse>((resolve) => {
      create = resolve
    })
    const { click } = await renderLogin({ routes: socialRoutes({ create: () => created }) })
    await click('Continue with Google')
    const empty = screen.getAllByRole('status').filter(({ textContent }) => textContent === '')
    await act(async () =>
      create({ body: { id: attemptId, url: 'https://api.example/x', number: '42', lifetimeSeconds: 600 } }),
    )
    await waitFor(() => expect(empty.map(({ textContent }) => textContent)).toContain('Number: 42'))
  })

  it('window blocked › a real link to it', async () => {
    const { click } = await renderLogin({ openWindow: () => null })
    await click('Continue with Google')
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Open the window' })
    expect(link.href).toMatch(
      /^https:\/\/widget\.example\/embedded\/v1\/social\/start\?attempt=[0-9a-f]{64}$/,
    )
    expect(link.rel).toContain('noopener')
  })

  it('cancelled › says so, and can be repeated', async () => {
    const routes = socialRoutes({ reads: [() => ({ body: { is: 'cancelled' } }), never] })
    const { click } = await renderLogin({ routes })
    await click('Continue with Google')
    expect(await screen.findByText('Login cancelled')).toBeTruthy()
    await click('Try again')
    expect(await screen.findByText('42')).toBeTruthy()
  })

  it.each([
    ['rejected', 'Google refused the login'],
    ['unavailable', 'Google isn’t responding'],
    ['invalid', 'The login couldn’t be verified'],
  ])('%s › %s', async (reason, text) => {
    const routes = socialRoutes({ reads: [() => ({ body: { is: 'failed', reason } })] })
    const { click } = await renderLogin({ routes })
    await click('Continue with Google')
    const problem = await screen.findByText(text)
    await waitFor(() => expect(problem.closest('[role=alert]')).toBeTruthy())
  })

  it('attempt not created › says so', async () => {
    const { click } = await renderLogin({ routes: socialRoutes({ create: () => ({ status: 501 }) }) })
    await click('Continue with Google')
    expect(await screen.findByText('The login couldn’t start')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('ConnectingFarcaster', () => {
  it('press › code for the phone, link to copy', async () => {
    const { click } = await renderLogin()
    await click('Continue with Farcaster')
    expect(await screen.findByRole('img', { name: 'QR code for Farcaster' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy()
  })

  it('phone › link into the app, no code', async () => {
    const { click } = await renderLogin({ isPhone: true })
    await click('Continue with Farcaster')
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Open Farcaster' })
    expect(link.href).toBe(farcasterUrl)
    expect(screen.queryByRole('img', { name: 'QR code for Farcaster' })).toBeNull()
  })

  it('end of the code near › states the time left', async () => {
    const { click, clock } = await renderLogin()
    await click('Continue with Farcaster')
    await screen.findByRole('img', { name: 'QR code for Farcaster' })
    expect(screen.queryByText(/^New code in/)).toBeNull()
    await act(() => clock.advance(580_000))
    expect(await screen.findByText(/^New code in \d+ seconds$/)).toBeTruthy()
  })

  it('too many attempts › says when to try again', async () => {
    const create = () => ({ status: 429, headers: { 'retry-after': '1500' } })
    const { click } = await renderLogin({ routes: farcasterRoutes({ create }) })
    await click('Continue with Farcaster')
    expect(await screen.findByText('Try again in 25 minutes.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Try again in 25 minutes.')).toBeTruthy()
  })
})
