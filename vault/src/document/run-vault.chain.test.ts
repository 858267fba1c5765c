import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { confirmLifetimeMs } from '#shared/config/limits.ts'
import {
  closeAfterMs,
  closeVaultWindows,
  openVaultWindow,
  pageLeftMs,
  type VaultWindow,
  type WindowOptions,
} from './testing/vault-window.ts'
import { openVaultWorld, type VaultWorld } from './testing/vault-world.ts'

let world: VaultWorld
beforeEach(async () => {
  world = await openVaultWorld()
})
afterEach(async () => {
  closeVaultWindows()
  await world.server.close()
})

const open = (options: WindowOptions): VaultWindow => openVaultWindow(world, options)

/** A browser in which the user has logged in, and has no wallet yet. */
async function openTask(purpose: Parameters<VaultWindow['task']>[0], options: Partial<WindowOptions> = {}) {
  const frame = await world.openFrame()
  const window = open({ browser: world.openBrowser(), frame, ...options })
  await window.serve(window.task(purpose))
  return { ...window, frame }
}

describe('task', () => {
  test('create › the frame receives that it is there; kept later › stated, closes', async () => {
    const window = await openTask('create')
    ;(await window.shows('create')).answer()
    const { isNew, answer } = await window.shows('keep')
    expect([isNew, window.last()]).toEqual([true, { is: 'wallet-ready' }])
    answer('later')
    await window.showsMessage('vault.restored')
    await window.clock.advance(closeAfterMs)
    expect(window.close).toHaveBeenCalledOnce()
  })

  test('page is left once the wallet is there › the window continues, and its code is kept', async () => {
    const window = await openTask('create')
    ;(await window.shows('create')).answer()
    const { answer } = await window.shows('keep')
    window.leavePage()
    await window.clock.advance(pageLeftMs)
    expect(window.screen().is).toBe('keep')
    answer('code')
    ;(await window.shows('new-code')).answer()
    await window.showsMessage('vault.secured')
  })

  test('frame ends its wait › the task goes on', async () => {
    const window = await openTask('create')
    ;(await window.shows('create')).answer()
    const { answer } = await window.shows('keep')
    window.send({ is: 'ended', how: 'expired' })
    // The window has left the frame.
    await vi.waitFor(async () => {
      await window.clock.advance(pageLeftMs)
      expect(window.isLeft()).toBe(true)
    })
    expect(window.screen().is).toBe('keep')
    answer('later')
    await window.showsMessage('vault.restored')
  })

  test('time for a request is over › a task has no such time', async () => {
    const wallet = await world.createdWallet()
    const window = open({ ...wallet })
    await window.serve(window.task('prove'))
    await window.shows('prove')
    await window.clock.advance(confirmLifetimeMs)
    expect(window.screen().is).toBe('prove')
  })

  test('page is left before the window knows the user › nothing to do is left', async () => {
    const frame = await world.openFrame()
    const window = open({
      ...{ browser: world.openBrowser(), frame },
      requestTicket: () => new Promise(() => undefined),
    })
    await window.serve(window.task('create'))
    await vi.waitFor(() => expect(window.names()).toContain('ticket-wanted'))
    window.leavePage()
    await window.clock.advance(pageLeftMs)
    expect(window.screen()).toMatchObject({ is: 'message', title: 'vault.lost' })
  })

  test('frame has no session › asks for a login there, which then serves', async () => {
    const frame = await world.openFrame()
    let isLoggedIn = false
    const window = open({
      ...{ browser: world.openBrowser(), frame },
      requestTicket: () => (isLoggedIn ? frame.requestTicket() : Promise.reject(new Error('logged out'))),
    })
    await window.serve(window.task('create'))
    const { problem, retry } = await window.shows('failed')
    expect(problem).toBe('vault.failed-login')
    isLoggedIn = true
    retry?.()
    await window.shows('create')
  })

  test('ticket of another user › refused, with no way to go on', async () => {
    const other = await world.openFrame('bob@example.org')
    const window = await openTask('create', { requestTicket: other.requestTicket })
    expect(await window.shows('failed')).toMatchObject({ problem: 'vault.failed-user', retry: undefined })
    expect(window.last()).toEqual({ is: 'closed' })
  })

  test('keep › the wallet is created first; once it is kept, the other ways are still offered', async () => {
    const browser = world.openBrowser()
    const first = await openTask('keep', { browser })
    ;(await first.shows('create')).answer()
    const { missing, answer } = await first.shows('keep')
    expect(missing).toBeDefined()
    answer('code')
    ;(await first.shows('new-code')).answer()
    await first.showsMessage('vault.secured')
    const second = open({ browser, frame: first.frame })
    await second.serve(second.task('keep'))
    expect(await second.shows('keep')).toMatchObject({ isNew: false, missing: undefined })
  })

  test('prove › signs the challenge of the frame, once the user agrees', async () => {
    const wallet = await world.createdWallet()
    const window = open({ ...wallet, challenge: 'v1.challenge' })
    await window.serve(window.task('prove'))
    const { answer } = await window.shows('prove')
    expect(window.names()).toEqual(['hello'])
    answer()
    await vi.waitFor(() =>
      expect(window.last()).toMatchObject({ is: 'proved', signatures: { eip155: expect.anything() } }),
    )
    window.send({ is: 'ended', how: 'answered' })
    await window.showsMessage('vault.signed')
  })

  test('prove › a challenge that is not one of the server › refused', async () => {
    const wallet = await world.createdWallet()
    const window = open({ ...wallet, challenge: 'Transfer everything to Bob' })
    await window.serve(window.task('prove'))
    ;(await window.shows('prove')).answer()
    await window.shows('failed')
    expect(window.names()).not.toContain('proved')
  })

  test('log-in › signs up by a passkey, and sends the frame a ticket', async () => {
    const frame = await world.openFrame()
    const window = open({ browser: world.openBrowser(), frame })
    await window.serve(window.task('log-in', { userId: undefined }))
    ;(await window.shows('log-in')).answer('sign-up')
    await vi.waitFor(() => expect(window.last()).toMatchObject({ is: 'logged-in' }))
    // A passkey that opens the wallet keeps it.
    await window.showsMessage('vault.secured')
  })
})

describe('document', () => {
  test.each(['', '#other', `#${'a'.repeat(22)}.short`])(
    'fragment %j › nothing to serve, and nothing asked',
    async (fragment) => {
      const frame = await world.openFrame()
      const window = open({ browser: world.openBrowser(), frame, fragment })
      await window.running
      expect(window.screen()).toMatchObject({ title: 'vault.nothing' })
      await window.clock.advance(confirmLifetimeMs)
      expect(window.received).toEqual([])
    },
  )

  test('without the widget’s origin › fails before it asks any window', async () => {
    const frame = await world.openFrame()
    const window = open({ browser: world.openBrowser(), frame, origin: undefined })
    await window.running
    expect(window.screen()).toMatchObject({ is: 'failed', problem: 'vault.failed-unknown' })
  })

  test('opened to send the wallet, without a session here › says so', async () => {
    const frame = await world.openFrame()
    const fragment = `#send.${frame.userId()}`
    const window = open({ browser: world.openBrowser(), frame, fragment })
    await window.running
    expect(window.screen()).toMatchObject({ title: 'vault.send', text: 'vault.send-no-session' })
  })
})
