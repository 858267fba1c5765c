import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import type { Fixture } from '#widget/testing/fixture.ts'
import { testWorld } from '#widget/testing/world.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { fixtures, listPath, session } from '../fixtures.tsx'
import { SmartSessionCreatedView } from './smart-session-created-view.tsx'
import { SmartSessionListView } from './smart-session-list-view.tsx'
import { SmartSessionSettingsView } from './smart-session-settings-view.tsx'

afterEach(cleanup)

async function show(name: keyof typeof fixtures, state: string, routes = {}) {
  const states: readonly Fixture[] = fixtures[name]
  const fixture = states.find((one) => one.state === state)
  if (!fixture) throw new Error(`There is no state ${state}`)
  const { options = {}, view } = fixture
  const world = testWorld({ ...options, routes: { ...options.routes, ...routes } })
  fixture.before?.(world)
  world.store.set(viewStackAtom, { to: 'reset', view })
  render(
    <StoreProvider store={world.store}>
      <FooterSlotContext value={document.body.appendChild(document.createElement('footer'))}>
        {view.name === 'SmartSessionSettings' && <SmartSessionSettingsView view={view} />}
        {view.name === 'SmartSessionCreated' && <SmartSessionCreatedView view={view} />}
        {view.name === 'SmartSessionList' && <SmartSessionListView />}
      </FooterSlotContext>
    </StoreProvider>,
  )
  await act(async () => fixture.after?.(world))
  return world
}

const click = (element: HTMLElement) => act(async () => void fireEvent.click(element))

describe('SmartSessionListView', () => {
  test('sessions of each status › select a tab › lists that status, newest first', async () => {
    const { store } = await show('SmartSessionList', 'active')
    await screen.findByText('Tidewater Coffee')
    const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows()).toEqual([
      expect.stringMatching(/Tidewater CoffeeEthereum · Until Dec 21, 2026/),
      expect.stringMatching(/Chess ClubEthereum · Until Nov 23, 2026/),
    ])
    await click(screen.getByRole('tab', { name: 'Expired' }))
    expect(rows()).toEqual([expect.stringMatching(/Old PaperEthereum · Ended Nov 21, 2026/)])
    await click(screen.getByRole('tab', { name: 'Revoked' }))
    expect(rows()).toEqual([expect.stringMatching(/Gone GamesEthereum · Revoked Nov 21, 2026/)])
    await click(screen.getByRole('button', { name: /Gone Games/ }))
    expect(store.get(currentViewAtom)).toEqual({ name: 'SmartSessionSettings', pci: 'gone' })
  })

  test('no session › list loads › states that none is active', async () => {
    await show('SmartSessionList', 'none')
    expect(await screen.findByText('No active sessions')).toBeTruthy()
    expect(screen.getByText(/^Checked on Ethereum and Base\./)).toBeTruthy()
  })

  test('session on another network › list loads › is listed with its network', async () => {
    await show('SmartSessionList', 'on two networks')
    expect(await screen.findByText('Wharf Games')).toBeTruthy()
    expect(screen.getByRole('button', { name: /Wharf Games/ }).textContent).toMatch(/Base · Until/)
    expect(screen.queryByText('No active sessions')).toBeNull()
  })

  test('one network fails › other has no session › does not state that none is active', async () => {
    await show('SmartSessionList', 'one network failed', { [listPath]: () => ({ body: { pcis: [] } }) })
    expect(await screen.findByText(/^On Base\. Active sessions stay active/)).toBeTruthy()
    expect(screen.queryByText('No active sessions')).toBeNull()
  })

  test('unreadable session › list loads › is listed and opens', async () => {
    const { store } = await show('SmartSessionList', 'one that cannot be read')
    await click(await screen.findByRole('button', { name: /Unreadable session/ }))
    expect(store.get(currentViewAtom)).toEqual({ name: 'SmartSessionSettings', pci: 'odd' })
  })

  test('list fails › try again › lists the sessions', async () => {
    let isAvailable = false
    const pcis = [session('coffee', 'Tidewater Coffee')]
    const { clock } = await show('SmartSessionList', 'failed', {
      [listPath]: () => (isAvailable ? { body: { pcis } } : { status: 400 }),
    })
    expect(await screen.findByText('Sessions could not be loaded')).toBeTruthy()
    expect(screen.getByText(/^On Ethereum\./)).toBeTruthy()
    isAvailable = true
    await act(async () => clock.advance(60_000))
    await click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Tidewater Coffee')).toBeTruthy()
    expect(screen.queryByText('Sessions could not be loaded')).toBeNull()
  })
})

describe('SmartSessionSettingsView', () => {
  test('active session › render › shows site, permissions with limits, and expiry', async () => {
    await show('SmartSessionSettings', 'active')
    expect(await screen.findByText('Spend up to 0.01 ETH each week')).toBeTruthy()
    expect(screen.getByText('tidewater-coffee.example')).toBeTruthy()
    expect(screen.getByText('Valid until').parentElement?.textContent).toMatch(/Dec 21, 2026/)
    expect(screen.getByRole('button', { name: 'Revoke in MetaMask' })).toBeTruthy()
  })

  test.each(['expired', 'revoked'])('%s session › render › has no revoke button', async (state) => {
    await show('SmartSessionSettings', state)
    expect(await screen.findByText('Spend up to 0.01 ETH each week')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Revoke/ })).toBeNull()
    expect(screen.queryByText('Valid until') === null).toBe(state === 'revoked')
  })

  test('undecodable permission › render › shows that it exists', async () => {
    await show('SmartSessionSettings', 'several permissions')
    expect(await screen.findByText('A permission can’t be read')).toBeTruthy()
    expect(screen.getByText('Use a contract')).toBeTruthy()
    expect(screen.getAllByText('Without a limit')).toHaveLength(2)
  })

  test('unreadable session › render › states it and can be revoked', async () => {
    await show('SmartSessionSettings', 'cannot be read')
    expect(await screen.findByText(/It may allow anything and still be active/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Revoke in MetaMask' })).toBeTruthy()
  })

  test('policies › render › shows each, and that an unreadable one exists', async () => {
    await show('SmartSessionSettings', 'policies')
    expect(await screen.findByText('Policy “call-limit”')).toBeTruthy()
    expect(screen.getByText('{"count":20}')).toBeTruthy()
    expect(screen.getByText('A permission can’t be read')).toBeTruthy()
  })

  test.each([
    ['rejected', 'Nothing was signed. The session can still act.'],
    ['request already open', /A request is open in MetaMask/],
    ['refused', 'The signature does not hold'],
    ['not revoked', /It can still act for this account/],
  ])('revoke › %s › explains and can be repeated', async (state, text) => {
    await show('SmartSessionSettings', state)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Revoke in MetaMask' })).toBeTruthy()
  })

  test('revoke › service has not reported the end › does not show success yet', async () => {
    await show('SmartSessionSettings', 'revoking')
    expect(screen.queryByText('Session revoked')).toBeNull()
    expect(screen.getAllByText('Revoking…').length).toBeGreaterThan(0)
    cleanup()
    await show('SmartSessionSettings', 'done')
    expect(screen.getAllByText('Session revoked').length).toBeGreaterThan(0)
  })
})

describe('SmartSessionCreatedView', () => {
  test.each([
    ['starting', 'Starting the session', /MetaMask granted it. It starts when the network confirms/],
    ['active', 'Session created', /within the limits you approved/],
    ['not-started', 'The session was not started', /MetaMask granted it.*revoke it in MetaMask/],
    ['unclear', 'We couldn’t confirm that the session started', /its service didn’t confirm/],
  ])('grant is %s › render › shows “%s” and links to the sessions', async (state, title, text) => {
    const { store } = await show('SmartSessionCreated', state)
    expect((await screen.findAllByText(title)).length).toBeGreaterThan(0)
    expect(screen.getAllByText(text).length).toBeGreaterThan(0)
    await click(screen.getByRole('button', { name: 'See sessions' }))
    expect(store.get(currentViewAtom)).toEqual({ name: 'SmartSessionList' })
  })
})
