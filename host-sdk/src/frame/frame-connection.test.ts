import { afterEach, describe, expect, it, vi } from 'vitest'
import { unreachable } from '../../../shared/channel/handshake/handshake.ts'
import type { CloseReason } from '../../../shared/channel/link.ts'
import { fakeClock } from '../../../shared/channel/testing/fake-clock.ts'
import { linkedWidget } from '../testing/linked-widget.ts'
import { createFrameConnection, type FrameConnection } from './frame-connection.ts'
import { loadFailure } from './load-failure.ts'

const worlds: { close(): void }[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.close()
})

/** A frame connection over a widget whose responses the test controls. */
function world(own: Parameters<typeof linkedWidget>[1] = {}) {
  const clock = fakeClock()
  const widget = linkedWidget(clock, own)
  worlds.push(widget)
  const connect = vi.fn<Parameters<typeof createFrameConnection>[0]['connect']>(widget.connect)
  const onLost = vi.fn()
  const end = new AbortController()
  const supervisor = createFrameConnection({ clock, connect, onLost, signal: end.signal })
  /** Closes the newest link and waits until the connection has noticed. */
  const lose = async (reason: CloseReason = 'lost') => {
    await vi.waitFor(() => expect(supervisor.link()).toBeDefined())
    supervisor.link()?.close(reason)
  }
  return { clock, widget, connect, onLost, end, supervisor, lose }
}

const never = () => new Promise<never>(() => {})

describe('connecting', () => {
  it('concurrent calls › connect once, on the first call', async () => {
    const { supervisor, connect } = world()
    expect(connect).not.toHaveBeenCalled()
    supervisor.warm()
    supervisor.warm()
    await Promise.all([supervisor.call('state.get', {}), supervisor.call('modal.open', {})])
    expect(connect).toHaveBeenCalledTimes(1)
  })

  it('preload fails › no error is reported, and the next call connects again', async () => {
    const { supervisor, connect } = world()
    connect.mockRejectedValueOnce(unreachable())
    supervisor.warm()
    await vi.waitFor(() => expect(supervisor.isWarm()).toBe(false))
    await expect(supervisor.call('modal.open', {})).resolves.toEqual({ is: 'dismissed' })
    expect(connect).toHaveBeenCalledTimes(2)
  })

  it('widget unreachable › two attempts, then the call rejects', async () => {
    const { supervisor, connect, clock } = world()
    connect.mockImplementation(() => Promise.reject(unreachable()))
    await expect(supervisor.call('modal.open', {})).rejects.toMatchObject({ code: 4900 })
    expect(connect).toHaveBeenCalledTimes(2)
    clock.advance(600_000)
    expect(connect).toHaveBeenCalledTimes(2)
  })

  it('call rejected for another reason › no retry', async () => {
    const { supervisor, connect } = world()
    connect.mockRejectedValueOnce(new Error('refused'))
    await expect(supervisor.call('modal.open', {})).rejects.toThrow('refused')
    expect(connect).toHaveBeenCalledTimes(1)
    expect(supervisor.isWarm()).toBe(false)
  })
})

describe('link whose configuration is in flight', () => {
  /** The link is open from the start; the test decides whether the configuration is valid. */
  function opening() {
    const opened = vi.fn(() => ({ is: 'dismissed' as const }))
    const asked = vi.fn(() => ({ result: null }))
    const { supervisor, connect, widget } = world({ 'modal.open': opened, 'wallet.request': asked })
    let fits = () => {}
    let fails = (_error: Error) => {}
    const configured = new Promise<void>((resolve, reject) => {
      fits = resolve
      fails = reject
    })
    connect.mockImplementation(async (life, onClose, onOpen) => {
      const link = await widget.connect(life, onClose)
      onOpen(link)
      await configured
      return link
    })
    return { supervisor, opened, asked, fits, fails }
  }

  it('modal.open › sent at once, resolves after config.set; a prompt waits', async () => {
    const { supervisor, opened, asked, fits } = opening()
    const isDone = vi.fn()
    const open = supervisor.call('modal.open', {}).finally(isDone)
    const sent = supervisor.call('wallet.request', { method: 'personal_sign', params: [] })
    await vi.waitFor(() => expect(opened).toHaveBeenCalledTimes(1))
    expect(isDone).not.toHaveBeenCalled()
    expect(asked).not.toHaveBeenCalled()
    fits()
    expect(await open).toEqual({ is: 'dismissed' })
    expect(await sent).toEqual({ result: null })
  })

  it('configuration invalid › the waiting call rejects with the reason', async () => {
    const { supervisor, opened, fails } = opening()
    const open = supervisor.call('modal.open', {})
    await vi.waitFor(() => expect(opened).toHaveBeenCalledTimes(1))
    fails(new Error('Invalid option networks.0'))
    await expect(open).rejects.toThrow('Invalid option networks.0')
  })
})

describe('widget that cannot be loaded', () => {
  const failing = () => {
    const { connect, ...rest } = world()
    connect.mockImplementation(() => Promise.reject(loadFailure('error-page', 'https://w.example')))
    return { connect, ...rest }
  }

  it('known cause › no retry, and later calls fail at once', async () => {
    const { supervisor, connect } = failing()
    await expect(supervisor.call('modal.open', {})).rejects.toMatchObject({ code: 4900 })
    await expect(supervisor.call('state.get', {})).rejects.toMatchObject({ code: 4900 })
    supervisor.warm()
    expect(supervisor.isWarm()).toBe(false)
    expect(connect).toHaveBeenCalledTimes(1)
  })

  it('known cause › waits 2 s, then twice as long each time, at most 60 s', async () => {
    const { supervisor, connect, clock } = failing()
    await expect(supervisor.call('state.get', {})).rejects.toMatchObject({ code: 4900 })
    for (const [at, wait] of [2, 4, 8, 16, 32, 60, 60].entries()) {
      clock.advance(wait * 1_000 - 1)
      await expect(supervisor.call('state.get', {})).rejects.toMatchObject({ code: 4900 })
      expect(connect).toHaveBeenCalledTimes(at + 1)
      clock.advance(1)
      await expect(supervisor.call('state.get', {})).rejects.toMatchObject({ code: 4900 })
      expect(connect).toHaveBeenCalledTimes(at + 2)
    }
  })

  it.each([
    ['the user opens', 'modal.open', () => {}],
    ['something changed', 'state.get', ({ forgive }: FrameConnection) => forgive()],
  ] as const)('known cause, then %s › tries again', async (_when, name, changes) => {
    const { supervisor, connect, widget } = failing()
    await supervisor.call('state.get', {}).catch(() => {})
    connect.mockImplementation(widget.connect)
    changes(supervisor)
    await supervisor.call(name, {})
    expect(connect).toHaveBeenCalledTimes(2)
    await supervisor.call('state.get', {})
  })

  it('attempt fails › failed resolves', async () => {
    const { supervisor, connect } = world()
    let fail = (_error: unknown) => {}
    connect.mockImplementation(
      () =>
        new Promise((_, reject) => {
          fail = reject
        }),
    )
    supervisor.warm()
    const failed = supervisor.failed()
    fail(loadFailure('silent', 'https://w.example'))
    await failed
    expect(supervisor.isWarm()).toBe(false)
  })
})

describe('link loss', () => {
  it.each(['state.get', 'modal.open'] as const)('%s › repeated once on the next link', async (name) => {
    const answer = vi.fn(never)
    const { supervisor, connect, lose } = world({ [name]: answer })
    const failed = supervisor.call(name, {}).catch((error: unknown) => error)
    await vi.waitFor(() => expect(answer).toHaveBeenCalledTimes(1))
    await lose()
    await vi.waitFor(() => expect(answer).toHaveBeenCalledTimes(2))
    await lose()
    expect(await failed).toMatchObject({ code: 4900, data: { reason: 'unreachable' } })
    expect(answer).toHaveBeenCalledTimes(2)
    expect(connect.mock.calls.length).toBeGreaterThanOrEqual(2)
  })

  it('prompt › never repeated, because its outcome is unknown', async () => {
    const answer = vi.fn(never)
    const { supervisor, lose } = world({ 'wallet.request': answer })
    const failed = supervisor
      .call('wallet.request', { method: 'eth_sendTransaction', params: [] })
      .catch((error: unknown) => error)
    await vi.waitFor(() => expect(answer).toHaveBeenCalledTimes(1))
    await lose()
    expect(await failed).toMatchObject({ code: 4900, data: { reason: 'unknown-outcome' } })
    await supervisor.call('state.get', {})
    expect(answer).toHaveBeenCalledTimes(1)
  })

  it('link lost › reported once; a link that never opened is not reported', async () => {
    const { supervisor, connect, onLost, lose } = world()
    connect.mockRejectedValueOnce(new Error('refused'))
    await supervisor.call('state.get', {}).catch(() => {})
    expect(onLost).not.toHaveBeenCalled()
    await supervisor.call('state.get', {})
    await lose()
    expect(onLost).toHaveBeenCalledTimes(1)
  })

  it('link losses › reconnects after 0, 0.5, 1 and 2 s, after the fourth on demand', async () => {
    const { clock, supervisor, connect, lose } = world()
    supervisor.warm()
    for (const [losses, wait] of [0, 500, 1_000, 2_000].entries()) {
      await lose()
      if (wait > 0) clock.advance(wait - 1)
      expect(connect).toHaveBeenCalledTimes(losses + 1)
      clock.advance(wait === 0 ? 0 : 1)
      expect(connect).toHaveBeenCalledTimes(losses + 2)
    }
    await lose()
    clock.advance(60_000)
    expect(connect).toHaveBeenCalledTimes(5)
    await expect(supervisor.call('state.get', {})).resolves.toMatchObject({ open: false })
    expect(connect).toHaveBeenCalledTimes(6)
  })

  it('losses more than five minutes ago › do not count', async () => {
    const { clock, supervisor, connect, lose } = world()
    supervisor.warm()
    for (const wait of [0, 500, 1_000, 2_000]) {
      await lose()
      clock.advance(wait)
    }
    await vi.waitFor(() => expect(supervisor.link()).toBeDefined())
    clock.advance(300_000)
    await lose()
    clock.advance(0)
    expect(connect).toHaveBeenCalledTimes(6)
  })

  it('protocol violation › no automatic reconnect', async () => {
    const { clock, supervisor, connect, lose } = world()
    supervisor.warm()
    await lose('strike')
    clock.advance(600_000)
    expect(connect).toHaveBeenCalledTimes(1)
    expect(supervisor.isWarm()).toBe(false)
  })

  it('call during the backoff › connects at once', async () => {
    const { clock, supervisor, connect, lose } = world()
    supervisor.warm()
    await lose()
    clock.advance(0)
    await lose()
    await supervisor.call('state.get', {})
    expect(connect).toHaveBeenCalledTimes(3)
    clock.advance(10_000)
    expect(connect).toHaveBeenCalledTimes(3)
  })
})

describe('end', () => {
  it('rest › closes the link until the next call', async () => {
    const { clock, supervisor, connect, widget } = world()
    await supervisor.call('state.get', {})
    supervisor.rest()
    expect(widget.lives[0]?.signal.aborted).toBe(true)
    expect(supervisor.link()).toBeUndefined()
    clock.advance(60_000)
    expect(connect).toHaveBeenCalledTimes(1)
    await supervisor.call('state.get', {})
    expect(connect).toHaveBeenCalledTimes(2)
  })

  it('read pending when the page hides › repeated when the page returns', async () => {
    const { supervisor, connect, end } = world({ 'state.get': never })
    const read = supervisor.call('state.get', {}).catch(() => {})
    await vi.waitFor(() => expect(supervisor.link()).toBeDefined())
    supervisor.rest()
    await expect.poll(() => supervisor.isAwaited() && !supervisor.isWarm()).toBe(true)
    expect(connect).toHaveBeenCalledTimes(1)
    supervisor.warm()
    await vi.waitFor(() => expect(connect).toHaveBeenCalledTimes(2))
    end.abort(unreachable())
    await read
  })

  it('destroyed › pending calls reject, and nothing connects', async () => {
    const { clock, supervisor, connect, end } = world({ 'wallet.request': never })
    await supervisor.call('state.get', {})
    const failed = supervisor
      .call('wallet.request', { method: 'eth_call', params: [] })
      .catch((error: unknown) => error)
    await vi.waitFor(() => expect(supervisor.isAwaited()).toBe(true))
    end.abort(unreachable())
    expect(await failed).toMatchObject({ code: 4900 })
    await expect(supervisor.call('state.get', {})).rejects.toMatchObject({ code: 4900 })
    clock.advance(60_000)
    expect(connect).toHaveBeenCalledTimes(1)
  })

  it('destroyed while connecting › ends that document, and its link is not used', async () => {
    const { supervisor, connect, end, widget } = world()
    let finish = () => {}
    const wait = new Promise<void>((resolve) => {
      finish = resolve
    })
    connect.mockImplementationOnce(async (life, onClose) => {
      await wait
      return widget.connect(life, onClose)
    })
    supervisor.warm()
    const life = connect.mock.calls[0]?.[0]
    end.abort(unreachable())
    expect(life?.signal.aborted).toBe(true)
    finish()
    await vi.waitFor(() => expect(widget.links).toHaveLength(1))
    expect(supervisor.link()).toBeUndefined()
    expect(supervisor.isWarm()).toBe(false)
  })

  it('call aborted before the link opens › rejects at once', async () => {
    const { supervisor, connect } = world()
    connect.mockImplementationOnce(never)
    const abort = new AbortController()
    const failed = supervisor.call('modal.open', {}, abort.signal)
    abort.abort(new Error('left'))
    await expect(failed).rejects.toThrow('left')
    expect(supervisor.isAwaited()).toBe(false)
  })
})

describe('heartbeat', () => {
  it('probe › sent when a call starts to wait, but not for each fast read', async () => {
    const { clock, supervisor, widget } = world()
    await Promise.all(Array.from({ length: 20 }, () => supervisor.call('state.get', {})))
    expect(widget.woken()).toBeLessThanOrEqual(1)
    clock.advance(500)
    const before = widget.woken()
    await supervisor.call('state.get', {})
    expect(widget.woken()).toBe(before + 1)
    await supervisor.call('state.get', {})
    expect(widget.woken()).toBe(before + 1)
  })
})
