import { act } from '@testing-library/react'
import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { installDialogs } from './testing/dialogs.ts'
import { bridgeWorld } from './testing/sdk-world.ts'

const ends: (() => void)[] = []
beforeEach(() => {
  ends.push(installDialogs())
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // In development React warns of the scroll lock on a root element that it hydrates.
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const Page = ({ text }: { readonly text: string }) =>
  createElement(
    'html',
    { lang: 'en' },
    createElement('head', null, createElement('title', null, 'Shop')),
    createElement('body', null, createElement('main', null, text)),
  )

/** Inserts the server's document. */
function serve() {
  const html = renderToString(createElement(Page, { text: 'of the server' }))
  const { documentElement } = new DOMParser().parseFromString(html, 'text/html')
  document.replaceChild(document.adoptNode(documentElement), document.documentElement)
}

/** Hydrates the whole document as React does, and returns the number of mismatches that React reported. */
async function hydrate(text: string): Promise<number> {
  const onRecoverableError = vi.fn()
  const root = await act(async () =>
    hydrateRoot(document, createElement(Page, { text }), { onRecoverableError }),
  )
  ends.push(() => act(() => root.unmount()))
  return onRecoverableError.mock.calls.length
}

/** React 18 removes the whole root element of a document with mismatches, and renders another one. */
function replaceRoot() {
  const root = document.createElement('html')
  root.append(document.createElement('head'), document.createElement('body'))
  document.replaceChild(root, document.documentElement)
}

/** What a page does with its document, and whether the SDK's dialog is still in it. */
const renderings = [
  { name: 'hydrates as the server rendered it', isKept: true, render: () => hydrate('of the server') },
  { name: 'hydrates with a difference', isKept: false, render: () => hydrate('of the browser') },
  { name: 'replaces its root element', isKept: false, render: replaceRoot },
]

/** An instance whose modal stays open until `close`. */
function world() {
  const opened: (() => void)[] = []
  const instance = bridgeWorld(ends, {
    'modal.open': () =>
      new Promise((resolve) => {
        opened.push(() => resolve({ is: 'dismissed' }))
      }),
    'wallet.request': () => ({ result: '0x1' }),
  })
  return {
    ...instance,
    isOpened: (times: number) => vi.waitFor(() => expect(opened).toHaveLength(times)),
    close: () => opened.at(-1)?.(),
  }
}
const shown = () =>
  [...document.querySelectorAll('dialog')].map((dialog) => [dialog.open, dialog.childElementCount])

it.each(renderings)(
  'closed modal › the page $name › inserted again when it opens',
  async ({ render, isKept }) => {
    serve()
    const { bridge, widget, isOpened, close } = world()
    // The frame is created when a pointer reaches an opener.
    document.body.dataset.drawbridgeOpen = ''
    document.body.dispatchEvent(new Event('pointerover', { bubbles: true, composed: true }))
    delete document.body.dataset.drawbridgeOpen
    expect(shown()).toEqual([[false, 1]])
    const differences = await render()
    expect(differences ?? 0).toBe(isKept || differences === undefined ? 0 : 1)
    expect(shown()).toHaveLength(isKept ? 1 : 0)
    // The frame was removed with the dialog.
    if (!isKept) widget.links[0]?.close('lost')
    const result = bridge.openModal()
    await isOpened(1)
    expect(shown()).toEqual([[true, 1]])
    close()
    expect(await result).toEqual({ is: 'dismissed' })
  },
)

it.each(renderings)(
  'open modal › the page $name › stays, and its calls settle',
  async ({ render, isKept }) => {
    serve()
    const { bridge, widget, isOpened, close } = world()
    const result = bridge.openModal()
    await isOpened(1)
    await render()
    expect(shown()).toHaveLength(isKept ? 1 : 0)
    if (!isKept) widget.links[0]?.close('lost')
    await isOpened(isKept ? 1 : 2)
    expect(shown()).toEqual([[true, 1]])
    expect(document.querySelector('dialog')?.matches(':modal')).toBe(true)
    expect(await bridge.requestWallet('ethereum:w', { method: 'eth_call' })).toBe('0x1')
    close()
    expect(await result).toEqual({ is: 'dismissed' })
  },
)
