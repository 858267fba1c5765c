import type { Browser, BrowserContext, CDPSession, Frame, Page } from '@playwright/test'
import type { Stack } from '#stack/stack-file.ts'
import { installPageProbe } from './page-probe.ts'

/** As part of an address: what an ordinary visitor of a shop that takes Ethereum has installed. */
export const usualWallets = new URLSearchParams({ wallets: '["harbour","lantern"]' }).toString()

export type VisitOptions = {
  readonly path: string
  /** How many times slower the processor of the page and of the widget is. */
  readonly cpuSlowdown?: number
  /** The person saves data: nothing of the widget is loaded before the click. */
  readonly savesData?: boolean
  readonly reducedMotion?: boolean
  /** Runs in the page before its own scripts. */
  readonly prepare?: () => void
  /** Keeps the bench's own probe out of the widget's document, where it would be weighed with the widget. */
  readonly probesPageOnly?: boolean
  /** Changes what the network gives, before anything is asked for. */
  readonly arrange?: (context: BrowserContext) => Promise<void>
}

/** One page in a profile of its own: nothing is cached from earlier visits. */
export type Visit = {
  readonly page: Page
  /** The widget's frame once its document is there; fails unless it has a process of its own. */
  widget(): Promise<Frame>
  /** A DevTools session of the page's process, or of the widget's. */
  session(of?: Frame): Promise<CDPSession>
  close(): Promise<void>
}

/** Opens a page of the local world and waits until it has loaded. */
export async function visit(browser: Browser, stack: Stack, options: VisitOptions): Promise<Visit> {
  const { path, cpuSlowdown = 1, savesData = false, reducedMotion = false, prepare, arrange } = options
  const { probesPageOnly = false } = options
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
  })
  // tsx wraps functions in this helper of its own, which pages lack.
  await context.addInitScript('globalThis.__name = (named) => named')
  await context.addInitScript(installPageProbe, probesPageOnly)
  if (savesData) {
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    )
  }
  if (prepare) await context.addInitScript(prepare)
  await arrange?.(context)
  const page = await context.newPage()
  const slow = async (target: Page | Frame) => {
    const session = await context.newCDPSession(target)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  }
  const widget = new Promise<Frame>((resolve, reject) => {
    page.on('framenavigated', (frame) => {
      // A session of its own, and so a speed of its own, has only a frame in another process.
      if (frame.url().includes('/embed/1/')) slow(frame).then(() => resolve(frame), reject)
    })
  })
  // Nobody may be waiting when it fails.
  widget.catch(() => {})
  await slow(page)
  await page.goto(`${stack.dapp.origin}${path}`)
  return {
    page,
    widget: () => widget,
    session: (of) => context.newCDPSession(of ?? page),
    close: () => context.close(),
  }
}
