import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { installDialogs } from '../testing/dialogs.ts'

let uninstall = () => {}
const reported = vi.fn()
beforeEach(() => {
  vi.stubGlobal('reportError', reported)
  uninstall = installDialogs()
  vi.resetModules()
  document.title = 'A page'
})
afterEach(() => {
  window.Drawbridge?.bridge?.destroy()
  Reflect.deleteProperty(window, 'Drawbridge')
  Reflect.deleteProperty(document, 'currentScript')
  document.body.replaceChildren()
  vi.restoreAllMocks()
  uninstall()
})

/** Runs the script tag with these data attributes. */
async function run(data: Record<string, string> = {}) {
  const script = document.createElement('script')
  Object.assign(script.dataset, data)
  Object.defineProperty(document, 'currentScript', { configurable: true, value: script })
  await import('./script-tag.ts')
}

describe('script tag', () => {
  it('no project id › exports only create', async () => {
    await run()
    expect(window.Drawbridge).toEqual({ create: expect.any(Function) })
  })

  it("project id › instance is ready, and the page's title is its name", async () => {
    await run({ projectId: 'p', platforms: 'ethereum', networks: 'eip155:1, eip155:8453' })
    const opened = window.Drawbridge?.bridge?.openModal()
    expect(document.querySelector('iframe')).toMatchObject({
      title: 'A page wallet',
      src: 'http://widget.localhost:5173/embed/1/p',
    })
    await window.Drawbridge?.bridge?.closeModal()
    expect(await opened).toEqual({ is: 'dismissed' })
  })

  it.each([
    ['nothing else', undefined, [1, true]],
    ['some platforms', 'ethereum', [1, false]],
    ['others', 'polkadot', [0, true]],
  ] as const)(
    'data-platforms %s › announces the widget on its platforms',
    async (_name, platforms, announced) => {
      const announcements: unknown[] = []
      const onAnnounce = ({ detail }: CustomEventInit) => announcements.push(detail)
      addEventListener('eip6963:announceProvider', onAnnounce)
      await run({ projectId: 'p', ...(platforms && { platforms }) })
      removeEventListener('eip6963:announceProvider', onAnnounce)
      const injected = Object.keys(Object(Reflect.get(window, 'injectedWeb3')))
      expect([announcements.length, injected.includes('drawbridge')]).toEqual(announced)
    },
  )

  it('click in a marked element › opens the modal; another click does not', async () => {
    await run({ projectId: 'p' })
    document.body.innerHTML = '<button data-drawbridge-open><span>Connect</span></button><p>Text</p>'
    document.querySelector('p')?.click()
    expect(document.querySelector('dialog')).toBeNull()
    document.querySelector('span')?.click()
    expect(document.querySelector('dialog')?.open).toBe(true)
    window.Drawbridge?.bridge?.destroy()
    await vi.waitFor(() => expect(reported).toHaveBeenCalledWith(expect.objectContaining({ code: 4900 })))
  })

  it('script tag › attributes that a template left empty › treated as absent', async () => {
    const empty = { widgetUrl: '', platforms: '', networks: '', themeMode: '', locale: '', name: '' }
    await run({ projectId: 'p', ...empty })
    window.Drawbridge?.bridge?.openModal().catch(() => {})
    expect(document.querySelector('iframe')).toMatchObject({
      title: 'A page wallet',
      src: 'http://widget.localhost:5173/embed/1/p',
    })
    expect(Object.keys(Object(Reflect.get(window, 'injectedWeb3')))).toContain('drawbridge')
  })

  it.each([
    ['longer than a name may be', 'x'.repeat(300), `${'x'.repeat(256)} wallet`],
    ['none', '', `${location.host} wallet`],
  ])('script tag › the title of the page is %s › the tag has a name', async (_is, title, expected) => {
    document.title = title
    await run({ projectId: 'p' })
    window.Drawbridge?.bridge?.openModal().catch(() => {})
    expect(document.querySelector('iframe')?.title).toBe(expected)
  })

  it('script tag › a marked element in a shadow tree › opens the modal', async () => {
    await run({ projectId: 'p' })
    const root = Object.assign(document.createElement('section')).attachShadow({ mode: 'open' })
    root.innerHTML = '<button data-drawbridge-open>Connect</button>'
    document.body.append(root.host)
    root.querySelector('button')?.click()
    expect(document.querySelector('dialog')?.open).toBe(true)
  })

  it.each([
    ['a link', '<a href="#top" data-drawbridge-open>Connect</a>'],
    ['a button of a form', '<form><button data-drawbridge-open>Pay</button></form>'],
  ])('script tag › %s is marked › the page does not navigate', async (_name, html) => {
    await run({ projectId: 'p' })
    document.body.innerHTML = html
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true })
    document.querySelector('[data-drawbridge-open]')?.dispatchEvent(click)
    expect(click.defaultPrevented).toBe(true)
    expect(document.querySelector('dialog')?.open).toBe(true)
  })

  describe('module script, not document.currentScript', () => {
    const add = (html: string) => {
      Object.defineProperty(document, 'currentScript', { configurable: true, value: null })
      // Not executed: scripts set as HTML text do not run.
      document.body.innerHTML = html
    }

    it.each([['drawbridge.js'], ['https://cdn.example/sdk/drawbridge.js?v=2']])(
      'module script › %s › read as any other tag',
      async (src) => {
        const warned = vi.spyOn(console, 'warn')
        add(`<script src="app.js" data-project-id="other"></script>
        <script type="module" src="${src}" data-project-id="p" data-name="Shop"></script>`)
        await import('./script-tag.ts')
        window.Drawbridge?.bridge?.openModal().catch(() => {})
        expect(document.querySelector('iframe')).toMatchObject({
          title: 'Shop wallet',
          src: 'http://widget.localhost:5173/embed/1/p',
        })
        expect(warned).not.toHaveBeenCalled()
      },
    )

    it('module script › no tag with its name › create only, console names the remedy', async () => {
      const warned = vi.spyOn(console, 'warn').mockReturnValue()
      add('<script type="module" src="wallet.js" data-project-id="p"></script>')
      await import('./script-tag.ts')
      expect(window.Drawbridge).toEqual({ create: expect.any(Function) })
      expect(warned.mock.calls).toEqual([[expect.stringMatching(/no script tag.*bundle\.js/)]])
    })
  })

  it('script tag › router runs it again › one frame, the page’s handle works', async () => {
    const listened = vi.spyOn(document, 'addEventListener')
    const ended = vi.spyOn(document, 'removeEventListener')
    const clicks = ({ mock }: { readonly mock: { readonly calls: readonly (readonly unknown[])[] } }) =>
      mock.calls.filter(([type]) => type === 'click').map(([, listener]) => listener)
    const dialogs = () => [...document.querySelectorAll('dialog')].map(({ open }) => open)
    const visit = async () => {
      vi.resetModules()
      document.body.innerHTML = '<button data-drawbridge-open>Connect</button>'
      await run({ projectId: 'p', platforms: 'ethereum' })
    }
    await visit()
    const first = window.Drawbridge?.bridge
    const opened = first?.openModal()
    for (let at = 0; at < 3; at += 1) {
      await visit()
      // The call continues on the instance that replaced this one.
      await vi.waitFor(() => expect(dialogs()).toEqual([true]))
    }
    const last = window.Drawbridge?.bridge
    expect(last).not.toBe(first)
    expect(document.querySelectorAll('iframe')).toHaveLength(1)
    await last?.closeModal()
    expect(await opened).toEqual({ is: 'dismissed' })
    expect(dialogs()).toEqual([false])
    document.querySelector('button')?.click()
    expect(dialogs()).toEqual([true])
    await first?.closeModal()
    expect(dialogs()).toEqual([false])
    // No replaced instance has a listener left.
    const replaced = new Set(clicks(ended))
    expect(clicks(listened).filter((listener) => !replaced.has(listener))).toHaveLength(1)
  })

  it('invalid data-widget-url › reported to the developer', async () => {
    await expect(run({ projectId: 'p', widgetUrl: 'http://evil.example' })).rejects.toMatchObject({
      code: 'config/widget-url',
    })
  })
})
