import type { Page } from '@playwright/test'

/** One kind of page that real sites serve: its document, and what the user sees there. */
export type PageKind = {
  readonly name: string
  /** Headers of the document besides its own. */
  readonly headers?: Readonly<Record<string, string>>
  /** The document, made of the text of the smallest page. */
  readonly document?: (html: string) => string
  /** The page has the script tag instead of a module: of its own site, or of another one. */
  readonly tag?: 'own' | 'foreign'
  /** It ends the listeners of the page too, so that no wallet is announced any more. */
  readonly endsListeners?: boolean
  /** Runs before the scripts of the page, in its frames too. */
  readonly before?: () => void
  /** Runs in the page while the modal is closed, after a wallet is connected. */
  readonly change?: () => void
  /** The same, while the modal is open. */
  readonly changeOpen?: () => void
}

const doctype = /^\s*<!doctype html>\s*/i
const inHead = (markup: string) => (html: string) => html.replace('<head>', `<head>${markup}`)

/** Chromium runs no module scripts there. */
export const xhtmlKind: PageKind = {
  name: 'an XHTML document',
  tag: 'own',
  headers: { 'content-type': 'application/xhtml+xml' },
  document: (html) =>
    html
      .replace(doctype, '<!DOCTYPE html>\n')
      .replace('<html ', '<html xmlns="http://www.w3.org/1999/xhtml" ')
      .replaceAll(/<(meta|link)\b([^>]*)>/g, '<$1$2/>')
      .replaceAll(/ (data-drawbridge-open)(?=[ >])/g, ' $1=""'),
}

/** Kinds of pages on which everything works. */
export const workingKinds: readonly PageKind[] = [
  { name: 'a document in quirks mode', document: (html) => html.replace(doctype, '') },
  { name: 'a script tag of another origin', tag: 'foreign' },
  {
    name: 'a module script tag of another origin',
    tag: 'foreign',
    document: (html) => html.replace(/<script (src="[^"]*drawbridge\.js")/, '<script type="module" $1'),
  },
  {
    name: 'a base address of another site',
    document: (html) => {
      const absolute = html.replaceAll(/(src|href)="\//g, '$1="http://%host%/')
      return inHead('<base href="https://elsewhere.example/a/" target="_top">')(absolute)
    },
  },
  {
    name: 'Trusted Types required, and no policy allowed',
    headers: { 'content-security-policy': "require-trusted-types-for 'script'; trusted-types 'none'" },
  },
  {
    name: 'document.domain set',
    headers: { 'origin-agent-cluster': '?0' },
    before: () => {
      if (window === window.top && document.domain !== '') Reflect.set(document, 'domain', document.domain)
    },
  },
  {
    name: 'storage that throws',
    before: () => {
      const blocked = {
        configurable: true,
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      }
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'])
        Object.defineProperty(window, name, blocked)
      Object.defineProperty(Document.prototype, 'cookie', { ...blocked, set: blocked.get })
    },
  },
  {
    name: 'a sandbox with its own origin',
    headers: { 'content-security-policy': 'sandbox allow-scripts allow-same-origin' },
  },
  {
    name: 'its body replaced',
    change: () => {
      const next = document.createElement('body')
      next.innerHTML = '<button type="button" data-drawbridge-open>Pay</button>'
      document.body = next
    },
    changeOpen: () => {
      document.body = document.createElement('body')
    },
  },
  {
    name: 'its content written anew by innerHTML',
    change: () => {
      document.body.innerHTML = '<main>Shop</main>'
    },
    changeOpen: () => {
      document.body.innerHTML = '<main>Shop, again</main>'
    },
  },
  {
    // As React 18 does where the document that it hydrates has an element that it did not render, such as ours.
    name: 'its root element replaced',
    change: () => {
      const root = document.createElement('html')
      root.append(document.createElement('head'), document.createElement('body'))
      document.documentElement.replaceWith(root)
    },
    changeOpen: () => {
      const root = document.createElement('html')
      root.append(document.createElement('head'), document.createElement('body'))
      document.documentElement.replaceWith(root)
    },
  },
  {
    name: 'its content replaced by document.write',
    endsListeners: true,
    change: () => {
      document.open()
      document.write('<!doctype html><title>Shop</title><main>Shop</main>')
      document.close()
    },
    changeOpen: () => {
      document.open()
      document.write('<!doctype html><title>Shop</title><main>Shop, again</main>')
      document.close()
    },
  },
]

/** A page on which the widget cannot work, and what the user and the developer read. */
export type UnsupportedKind = Pick<PageKind, 'name' | 'headers'> & {
  /** Markup of the frame that the page is in, with its address. */
  readonly frame?: (src: string) => string
  /** The site of that frame's page; the same one if none is named. */
  readonly framedBy?: 'evil'
  /** The page's server refuses CORS for the files of the SDK. */
  readonly refusesCors?: boolean
  readonly text: string
  readonly hint: RegExp
}

const sandbox = 'allow-scripts allow-popups allow-popups-to-escape-sandbox allow-forms'
const opaque = {
  text: 'The wallet cannot be shown on a sandboxed or local page.',
  hint: /The origin of this page is opaque/,
}
const nested = {
  text: 'The wallet cannot be shown inside another site.',
  hint: /does not run in a page that another site frames/,
}

/** Kinds of pages on which the widget cannot work. */
export const unsupportedKinds: readonly UnsupportedKind[] = [
  {
    name: 'a policy with a sandbox',
    headers: { 'content-security-policy': `sandbox ${sandbox}` },
    ...opaque,
  },
  {
    name: 'a policy with a sandbox, files without CORS',
    headers: { 'content-security-policy': 'sandbox allow-scripts' },
    refusesCors: true,
    text: 'The wallet could not be loaded.',
    hint: /error-page, origin null/,
  },
  {
    name: 'a sandboxed frame',
    frame: (src) => `<iframe sandbox="${sandbox}" src="${src}"></iframe>`,
    ...nested,
  },
  {
    name: 'a frame of another site',
    framedBy: 'evil',
    frame: (src) => `<iframe src="${src}"></iframe>`,
    ...nested,
  },
  {
    name: 'a srcdoc frame',
    frame: (src) => `<script>
      fetch('${src}').then((answer) => answer.text()).then((text) => {
        document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: text }))
      })
    </script>`,
    ...nested,
  },
]

/** Uuids under which a dApp of the page finds the widget. */
export const announcedUuids = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const listen = (event: Event) => {
      const { info } = Reflect.get(event, 'detail')
      if (info.rdns === 'app.drawbridge') found.push(info.uuid)
    }
    addEventListener('eip6963:announceProvider', listen)
    dispatchEvent(new Event('eip6963:requestProvider'))
    removeEventListener('eip6963:announceProvider', listen)
    return found
  })
