import type { Browser, BrowserContext, CDPSession, Frame, Page } from '@playwright/test'
import { installPageProbe } from './page-probe.ts'

/** Query parameters: the usual wallets of a visitor of an Ethereum shop. */
export const defaultWallets = new URLSearchParams({ wallets: '["harbour","lantern"]' }).toString()

export type VisitOptions = {
  readonly path: string
  /** How many times slower the processor of the page and of the widget is. */
  readonly cpuSlowdown?: number
  /** Turns Save-Data on: the SDK loads no file of the widget before the click. */
  readonly savesData?: boolean
  readonly reducedMotion?: boolean
  /** Runs in the page before the page's scripts. */
  readonly prepare?: () => void
  /** Does not install the probe in the widget's document, where its heap would count as the widget's. */
  readonly probesPageOnly?: boolean
  /** Changes network responses before the first request. */
  readonly routeNetwork?: (context: BrowserContext) => Promise<void>
}

/** Where the host page is: a test world, or the floor. */
export type Site = { readonly dapp: { readonly origin: string } }

/** A page in a separate profile, without a cache of earlier visits. */
export type Visit = {
  readonly page: Page
  /** The widget's frame once its document is loaded; fails unless it has a separate process. */
  widget(): Promise<Frame>
  /** A DevTools session of the page's process, or of the widget's. */
  session(of?: Frame): Promise<CDPSession>
  close(): Promise<void>
}

/** Opens a page of a site and waits until it has loaded. */
export async function visit(browser: Browser, site: Site, options: VisitOptions): Promise<Visit> {
  const { path, cpuSlowdown = 1, savesData = false, reducedMotion = false, prepare, routeNetwork } = options
  const { probesPageOnly = false } = options
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
  })
  // tsx wraps functions in this helper, which pages lack.
  await context.addInitScript('globalThis.__name = (named) => named')
  await context.addInitScript(installPageProbe, probesPageOnly)
  if (savesData) {
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    )
  }
  if (prepare) await context.addInitScript(prepare)
  await routeNetwork?.(context)
  const page = await context.newPage()
  const throttle = async (target: Page | Frame) => {
    const session = await context.newCDPSession(target)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  }
  const widget = new Promise<Frame>((resolve, reject) => {
    page.on('framenavigated', (frame) => {
      // Only a frame in another process has a separate session, and so a separate speed.
      if (frame.url().includes('/embed/1/')) throttle(frame).then(() => resolve(frame), reject)
    })
  })
  // It may reject without a handler.
  widget.catch(() => {})
  await throttle(page)
  await page.goto(`${site.dapp.origin}${path}`)
  return {
    page,
    widget: () => widget,
    session: (of) => context.newCDPSession(of ?? page),
    close: () => context.close(),
  }
}
