import type { Page } from '@playwright/test'

/** One kind of page that real hosts serve: its document and its scripts. */
export type PageKind = {
  readonly name: string
  /** Additional headers of the document. */
  readonly headers?: Readonly<Record<string, string>>
  /** Returns the document, from the HTML of the smallest page. */
  readonly document?: (html: string) => string
  /** The page uses the script tag instead of a module: from its own origin, or from another one. */
  readonly tag?: 'own' | 'foreign'
  /** It removes the page's listeners too, so that no wallet is announced afterwards. */
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

/** Chromium runs no module scripts in XHTML. */
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
    // As React 18 does when it hydrates a document with an element that it did not render, such as the widget's.
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

/** A page on which the widget cannot work, and the messages to the user and to the developer. */
export type UnsupportedKind = Pick<PageKind, 'name' | 'headers'> & {
  /** Returns the markup of the frame around the page, from the page's URL. */
  readonly frame?: (src: string) => string
  /** The site that frames the page; the same site by default. */
  readonly framedBy?: 'evil'
  /** The page's server rejects CORS requests for the files of the SDK. */
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

/** UUIDs that the widget announces to dApps of the page (EIP-6963). */
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
