import { afterEach, describe, expect, it, vi } from 'vitest'
import { unreachableError } from '../../../shared/channel/handshake/handshake.ts'
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
function world(overrides: Parameters<typeof linkedWidget>[1] = {}) {
  const clock = fakeClock()
  const widget = linkedWidget(clock, overrides)
  worlds.push(widget)
  const connect = vi.fn<Parameters<typeof createFrameConnection>[0]['connect']>(widget.connect)
  const onLost = vi.fn()
  const end = new AbortController()
  const connection = createFrameConnection({ clock, connect, onLost, signal: end.signal })
  /** Closes the newest link and waits until the connection has noticed. */
  const closeLink = async (reason: CloseReason = 'lost') => {
    await vi.waitFor(() => expect(connection.link()).toBeDefined())
    connection.link()?.close(reason)
  }
  return { clock, widget, connect, onLost, end, connection, closeLink }
}

const never = () => new Promise<never>(() => {})

describe('connecting', () => {
  it('concurrent calls › connect once, on the first call', async () => {
    const { connection, connect } = world()
    expect(connect).not.toHaveBeenCalled()
    connection.preload()
    connection.preload()
    await Promise.all([connection.call('state.get', {}), connection.call('modal.open', {})])
    expect(connect).toHaveBeenCalledTimes(1)
  })

  it('preload fails › no error is reported, and the next call connects again', async () => {
    const { connection, connect } = world()
    connect.mockRejectedValueOnce(unreachableError())
    connection.preload()
    await vi.waitFor(() => expect(connection.hasFrame()).toBe(false))
    await expect(connection.call('modal.open', {})).resolves.toEqual({ is: 'dismissed' })
    expect(connect).toHaveBeenCalledTimes(2)
  })

  it('widget unreachable › two attempts, then the call rejects', async () => {
    const { connection, connect, clock } = world()
    connect.mockImplementation(() => Promise.reject(unreachableError()))
    await expect(connection.call('modal.open', {})).rejects.toMatchObject({ code: 4900 })
    expect(connect).toHaveBeenCalledTimes(2)
    clock.advance(600_000)
    expect(connect).toHaveBeenCalledTimes(2)
  })

  it('call rejected for another reason › no retry', async () => {
    const { connection, connect } = world()
    connect.mockRejectedValueOnce(new Error('refused'))
    await expect(connection.call('modal.open', {})).rejects.toThrow('refused')
    expect(connect).toHaveBeenCalledTimes(1)
    expect(connection.hasFrame()).toBe(false)
  })
})

describe('link whose configuration is in flight', () => {
  /** The link is open from the start; the test decides whether the configuration is valid. */
  function opening() {
    const opened = vi.fn(() => ({ is: 'dismissed' as const }))
    const onOpenCall = vi.fn(() => ({ result: null }))
    const { connection, connect, widget } = world({ 'modal.open': opened, 'wallet.request': onOpenCall })
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
    return { connection, opened, onOpenCall, fits, fails }
  }

  it('modal.open › sent at once, resolves after config.set; a prompt waits', async () => {
    const { connection, opened, onOpenCall, fits } = opening()
    const isDone = vi.fn()
    const open = connection.call('modal.open', {}).finally(isDone)
    const sent = connection.call('wallet.request', { method: 'personal_sign', params: [] })
    await vi.waitFor(() => expect(opened).toHaveBeenCalledTimes(1))
    expect(isDone).not.toHaveBeenCalled()
    expect(onOpenCall).not.toHaveBeenCalled()
    fits()
    expect(await open).toEqual({ is: 'dismissed' })
    expect(await sent).toEqual({ result: null })
  })

  it('configuration invalid › the waiting call rejects with the reason', async () => {
    const { connection, opened, fails } = opening()
    const open = connection.call('modal.open', {})
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
    const { connection, connect } = failing()
    await expect(connection.call('modal.open', {})).rejects.toMatchObject({ code: 4900 })
    await expect(connection.call('state.get', {})).rejects.toMatchObject({ code: 4900 })
    connection.preload()
    expect(connection.hasFrame()).toBe(false)
    expect(connect).toHaveBeenCalledTimes(1)
  })

  it('known cause › waits 2 s, then twice as long each time, at most 60 s', async () => {
    const { connection, connect, clock } = failing()
    await expect(connection.call('state.get', {})).rejects.toMatchObject({ code: 4900 })
    for (const [at, wait] of [2, 4, 8, 16, 32, 60, 60].entries()) {
      clock.advance(wait * 1_000 - 1)
      await expect(connection.call('state.get', {})).rejects.toMatchObject({ code: 4900 })
      expect(connect).toHaveBeenCalledTimes(at + 1)
      clock.advance(1)
      await expect(connection.call('state.get', {})).rejects.toMatchObject({ code: 4900 })
      expect(connect).toHaveBeenCalledTimes(at + 2)
    }
  })

  it.each([
    ['the user opens', 'modal.open', () => {}],
    ['something changed', 'state.get', ({ reset }: FrameConnection) => reset()],
  ] as const)('known cause, then %s › tries again', async (_when, name, changes) => {
    const { connection, connect, widget } = failing()
    await connection.call('state.get', {}).catch(() => {})
    connect.mockImplementation(widget.connect)
    changes(connection)
    await connection.call(name, {})
    expect(connect).toHaveBeenCalledTimes(2)
    await connection.call('state.get', {})
  })

  it('attempt fails › failed resolves', async () => {
    const { connection, connect } = world()
    let fail = (_error: unknown) => {}
    connect.mockImplementation(
      () =>
        new Promise((_, reject) => {
          fail = reject
        }),
    )
    connection.preload()
    const failed = connection.failed()
    fail(loadFailure('silent', 'https://w.example'))
    await failed
    expect(connection.hasFrame()).toBe(false)
  })
})

describe('link loss', () => {
  it.each(['state.get', 'modal.open'] as const)('%s › repeated once on the next link', async (name) => {
    const handler = vi.fn(never)
    const { connection, connect, closeLink } = world({ [name]: handler })
    const failed = connection.call(name, {}).catch((error: unknown) => error)
    await vi.waitFor(() => expect(handler).toHaveBeenCalledTimes(1))
    await closeLink()
    await vi.waitFor(() => expect(handler).toHaveBeenCalledTimes(2))
    await closeLink()
    expect(await failed).toMatchObject({ code: 4900, data: { reason: 'unreachable' } })
    expect(handler).toHaveBeenCalledTimes(2)
    expect(connect.mock.calls.length).toBeGreaterThanOrEqual(2)
  })

  it('prompt › never repeated, because its outcome is unknown', async () => {
    const handler = vi.fn(never)
    const { connection, closeLink } = world({ 'wallet.request': handler })
    const failed = connection
      .call('wallet.request', { method: 'eth_sendTransaction', params: [] })
      .catch((error: unknown) => error)
    await vi.waitFor(() => expect(handler).toHaveBeenCalledTimes(1))
    await closeLink()
    expect(await failed).toMatchObject({ code: 4900, data: { reason: 'unknown-outcome' } })
    await connection.call('state.get', {})
    expect(handler).toHaveBeenCalledTimes(1)
  })

  it('link lost › reported once; a link that never opened is not reported', async () => {
    const { connection, connect, onLost, closeLink } = world()
    connect.mockRejectedValueOnce(new Error('refused'))
    await connection.call('state.get', {}).catch(() => {})
    expect(onLost).not.toHaveBeenCalled()
    await connection.call('state.get', {})
    await closeLink()
    expect(onLost).toHaveBeenCalledTimes(1)
  })

  it('link losses › reconnects after 0, 0.5, 1 and 2 s, after the fourth on demand', async () => {
    const { clock, connection, connect, closeLink } = world()
    connection.preload()
    for (const [losses, wait] of [0, 500, 1_000, 2_000].entries()) {
      await closeLink()
      if (wait > 0) clock.advance(wait - 1)
      expect(connect).toHaveBeenCalledTimes(losses + 1)
      clock.advance(wait === 0 ? 0 : 1)
      expect(connect).toHaveBeenCalledTimes(losses + 2)
    }
    await closeLink()
    clock.advance(60_000)
    expect(connect).toHaveBeenCalledTimes(5)
    await expect(connection.call('state.get', {})).resolves.toMatchObject({ open: false })
    expect(connect).toHaveBeenCalledTimes(6)
  })

  it('losses more than five minutes ago › do not count', async () => {
    const { clock, connection, connect, closeLink } = world()
    connection.preload()
    for (const wait of [0, 500, 1_000, 2_000]) {
      await closeLink()
      clock.advance(wait)
    }
    await vi.waitFor(() => expect(connection.link()).toBeDefined())
    clock.advance(300_000)
    await closeLink()
    clock.advance(0)
    expect(connect).toHaveBeenCalledTimes(6)
  })

  it('protocol violation › no automatic reconnect', async () => {
    const { clock, connection, connect, closeLink } = world()
    connection.preload()
    await closeLink('strike')
    clock.advance(600_000)
    expect(connect).toHaveBeenCalledTimes(1)
    expect(connection.hasFrame()).toBe(false)
  })

  it('call during the backoff › connects at once', async () => {
    const { clock, connection, connect, closeLink } = world()
    connection.preload()
    await closeLink()
    clock.advance(0)
    await closeLink()
    await connection.call('state.get', {})
    expect(connect).toHaveBeenCalledTimes(3)
    clock.advance(10_000)
    expect(connect).toHaveBeenCalledTimes(3)
  })
})

describe('end', () => {
  it('rest › closes the link until the next call', async () => {
    const { clock, connection, connect, widget } = world()
    await connection.call('state.get', {})
    connection.suspend()
    expect(widget.lifetimes[0]?.signal.aborted).toBe(true)
    expect(connection.link()).toBeUndefined()
    clock.advance(60_000)
    expect(connect).toHaveBeenCalledTimes(1)
    await connection.call('state.get', {})
    expect(connect).toHaveBeenCalledTimes(2)
  })

  it('read pending when the page hides › repeated when the page returns', async () => {
    const { connection, connect, end } = world({ 'state.get': never })
    const read = connection.call('state.get', {}).catch(() => {})
    await vi.waitFor(() => expect(connection.link()).toBeDefined())
    connection.suspend()
    await expect.poll(() => connection.isAwaited() && !connection.hasFrame()).toBe(true)
    expect(connect).toHaveBeenCalledTimes(1)
    connection.preload()
    await vi.waitFor(() => expect(connect).toHaveBeenCalledTimes(2))
    end.abort(unreachableError())
    await read
  })

  it('destroyed › pending calls reject, and nothing connects', async () => {
    const { clock, connection, connect, end } = world({ 'wallet.request': never })
    await connection.call('state.get', {})
    const failed = connection
      .call('wallet.request', { method: 'eth_call', params: [] })
      .catch((error: unknown) => error)
    await vi.waitFor(() => expect(connection.isAwaited()).toBe(true))
    end.abort(unreachableError())
    expect(await failed).toMatchObject({ code: 4900 })
    await expect(connection.call('state.get', {})).rejects.toMatchObject({ code: 4900 })
    clock.advance(60_000)
    expect(connect).toHaveBeenCalledTimes(1)
  })

  it('destroyed while connecting › ends that document, and its link is not used', async () => {
    const { connection, connect, end, widget } = world()
    let finish = () => {}
    const wait = new Promise<void>((resolve) => {
      finish = resolve
    })
    connect.mockImplementationOnce(async (life, onClose) => {
      await wait
      return widget.connect(life, onClose)
    })
    connection.preload()
    const life = connect.mock.calls[0]?.[0]
    end.abort(unreachableError())
    expect(life?.signal.aborted).toBe(true)
    finish()
    await vi.waitFor(() => expect(widget.links).toHaveLength(1))
    expect(connection.link()).toBeUndefined()
    expect(connection.hasFrame()).toBe(false)
  })

  it('call aborted before the link opens › rejects at once', async () => {
    const { connection, connect } = world()
    connect.mockImplementationOnce(never)
    const abort = new AbortController()
    const failed = connection.call('modal.open', {}, abort.signal)
    abort.abort(new Error('left'))
    await expect(failed).rejects.toThrow('left')
    expect(connection.isAwaited()).toBe(false)
  })
})

describe('heartbeat', () => {
  it('probe › sent when a call starts to wait, but not for each fast read', async () => {
    const { clock, connection, widget } = world()
    await Promise.all(Array.from({ length: 20 }, () => connection.call('state.get', {})))
    expect(widget.probeCount()).toBeLessThanOrEqual(1)
    clock.advance(500)
    const before = widget.probeCount()
    await connection.call('state.get', {})
    expect(widget.probeCount()).toBe(before + 1)
    await connection.call('state.get', {})
    expect(widget.probeCount()).toBe(before + 1)
  })
})
