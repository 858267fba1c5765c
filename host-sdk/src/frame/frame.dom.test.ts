import { describe, expect, it, vi } from 'vitest'
import { fakeClock } from '../../../shared/channel/testing/fake-clock.ts'
import { createEmbeddedContainer } from './embedded-container.ts'
import { createFrame } from './frame.ts'
import { loadFailureReason } from './load-failure.ts'
import { watchFrame } from './watch-frame.ts'

const origin = 'https://widget.example'

describe('createFrame', () => {
  it('sandbox, permissions and URL › exactly those of channel T29 and T33', () => {
    const frame = createFrame(origin, 'p/1?x', 'Shop wallet')
    expect(frame.getAttribute('sandbox')).toBe(
      'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-to-custom-protocols allow-storage-access-by-user-activation',
    )
    expect(frame.allow ?? frame.getAttribute('allow')).toBe(
      `publickey-credentials-get ${origin}; publickey-credentials-create ${origin}; clipboard-write ${origin}; payment ${origin}; storage-access ${origin}; web-share ${origin}; camera ${origin}`,
    )
    expect(frame.src).toBe(`${origin}/embed/1/p%2F1%3Fx`)
    expect(frame.title).toBe('Shop wallet')
  })

  it('cross-origin isolated page › uses the isolated document', () => {
    vi.stubGlobal('crossOriginIsolated', true)
    expect(createFrame(origin, 'p/1?x', 'Shop wallet').src).toBe(`${origin}/embed/1/isolated/p%2F1%3Fx`)
    vi.unstubAllGlobals()
  })
})

describe('watchFrame', () => {
  function world() {
    const frame = document.createElement('iframe')
    document.body.replaceChildren(frame)
    const clock = fakeClock()
    const life = new AbortController()
    watchFrame(frame, origin, clock, life)
    return { frame, clock, life }
  }
  const violation = (effectiveDirective: string, blockedURI: string) =>
    document.dispatchEvent(
      Object.assign(new Event('securitypolicyviolation'), { effectiveDirective, blockedURI }),
    )

  it('first load › belongs to the frame; the second one aborts its life', () => {
    const { frame, life } = world()
    frame.dispatchEvent(new Event('load'))
    expect(life.signal.aborted).toBe(false)
    frame.dispatchEvent(new Event('load'))
    expect(life.signal.reason).toMatchObject({ code: 4900, data: { reason: 'unreachable' } })
  })

  it('page removes the frame › detected within half a second', () => {
    const { frame, clock, life } = world()
    clock.advance(10_000)
    expect(life.signal.aborted).toBe(false)
    frame.remove()
    clock.advance(500)
    expect(life.signal.aborted).toBe(true)
    expect(clock.pending()).toBe(0)
  })

  it.each(['frame-src', 'child-src', 'default-src'])(
    'policy forbids the frame (%s) › the failure names the policy',
    (directive) => {
      const { life } = world()
      violation(directive, `${origin}/embed/1/p`)
      expect(life.signal.reason).toMatchObject({
        code: 4900,
        message: `The page's content security policy needs frame-src ${origin}`,
      })
    },
  )

  it.each([
    ['script-src', `${origin}/embed/1/p`],
    ['frame-src', 'https://elsewhere.example/'],
  ])('other violation (%s of %s) › ignored', (directive, uri) => {
    const { life } = world()
    violation(directive, uri)
    expect(life.signal.aborted).toBe(false)
  })

  it('watchFrame › a policy only reports › the frame stays', () => {
    const { life } = world()
    const facts = {
      disposition: 'report',
      effectiveDirective: 'frame-src',
      blockedURI: `${origin}/embed/1/p`,
    }
    document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), facts))
    expect(life.signal.aborted).toBe(false)
  })

  it.each([
    ['error-page', true],
    ['offline', false],
  ] as const)('watchFrame › loaded and posts nothing › fails as %s after 1 s', (cause, isOnline) => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    const { frame, clock, life } = world()
    clock.advance(60_000)
    frame.dispatchEvent(new Event('load'))
    clock.advance(999)
    expect(life.signal.aborted).toBe(false)
    clock.advance(1)
    expect(loadFailureReason(life.signal.reason)).toBe(cause)
    expect(life.signal.reason).toMatchObject({ code: 4900, data: { reason: 'unreachable' } })
    online.mockRestore()
  })

  it('life aborted › watches nothing', () => {
    const { clock, life } = world()
    life.abort()
    clock.advance(500)
    expect(clock.pending()).toBe(0)
  })
})

describe('createEmbeddedContainer', () => {
  const onRetry = vi.fn()
  const notice = () => ({ locale: 'en', themeMode: undefined, onRetry, onClose: () => {} })

  it('frame › in the element, with the height that the widget reports', () => {
    const element = document.createElement('div')
    const stage = createEmbeddedContainer(element, notice)
    const frame = document.createElement('iframe')
    stage.mount(frame)
    expect([...element.children]).toEqual([frame])
    expect(frame.style.height).toBe('420px')
    stage.resize(511.2)
    expect(frame.style.height).toBe('512px')
  })

  it('new frame › replaces the old one and keeps the height', () => {
    const element = document.createElement('div')
    const stage = createEmbeddedContainer(element, notice)
    const [old, next] = [document.createElement('iframe'), document.createElement('iframe')]
    stage.mount(old)
    stage.resize(600)
    stage.mount(next)
    expect([...element.children]).toEqual([next])
    expect(next.style.height).toBe('600px')
    stage.show()
    stage.hide()
    expect(element.children).toHaveLength(1)
    stage.destroy()
    expect(element.children).toHaveLength(0)
  })

  it('important style rule of the page › does not override the height', () => {
    const element = document.createElement('div')
    const frame = document.createElement('iframe')
    createEmbeddedContainer(element, notice).mount(frame)
    expect(frame.style.getPropertyPriority('height')).toBe('important')
  })

  it('document failed › shows a notice in its place, without Close', async () => {
    const element = document.createElement('div')
    const stage = createEmbeddedContainer(element, notice)
    stage.mount(document.createElement('iframe'))
    stage.fail('policy')
    await vi.waitFor(() => expect(element.querySelector('iframe')).toBeNull())
    expect(element.textContent).toBe('This site does not allow the wallet to load.Try again')
    element.querySelector('button')?.click()
    expect(onRetry).toHaveBeenCalledTimes(1)
    const next = document.createElement('iframe')
    stage.mount(next)
    expect([...element.children]).toEqual([next])
  })

  it('other content of the element › stays', () => {
    const element = document.createElement('div')
    element.innerHTML = '<p>Pay here</p>'
    const stage = createEmbeddedContainer(element, notice)
    stage.mount(document.createElement('iframe'))
    stage.destroy()
    expect(element.innerHTML).toBe('<p>Pay here</p>')
  })
})
