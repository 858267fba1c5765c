import { expect } from '@playwright/test'
import * as z from '#shared/zod.ts'
import { elementSchema, type InputSource, type PointerAction, type Remote } from './remote.ts'

const outcomeSchema = z.union([
  z.object({ is: z.literal('ok'), value: z.optional(z.unknown()) }),
  z.object({ is: z.literal('failed'), message: z.string() }),
])

type Point = { readonly x: number; readonly y: number }

/** A function that runs in a document: it takes and returns JSON, and has no access to its closure. */
type DocumentFunction<A extends readonly unknown[]> = (...args: A) => unknown

/** Keys as WebDriver code points (§15.4.2). Characters are their own key values. */
export const keys = { enter: '\uE007', tab: '\uE004', shift: '\uE008', escape: '\uE00C' } as const

const widgetFrame = 'iframe[src*="/embed/1/"]'

/** A tab of Firefox or WebKit with a page, and the widget's frame in it. */
export class EnginePage {
  readonly #remote: Remote

  constructor(remote: Remote) {
    this.#remote = remote
  }

  /** @throws Error when the page cannot be reached. */
  async goto(url: string): Promise<void> {
    await this.#remote.enterFrame(null)
    await this.#remote.navigate(url)
  }

  /** Clears the page's storage, so that the wallets of the next page prompt again, and closes the page. */
  async reset(): Promise<void> {
    await this.host(z.null(), () => {
      if (location.protocol === 'http:') localStorage.clear()
      return null
    })
    await this.goto('about:blank')
  }

  /** Runs a function in the tab's document, and parses its result, or that of its promise, with the schema. */
  async host<S extends z.ZodMiniType, A extends readonly unknown[]>(
    schema: S,
    inPage: DocumentFunction<A>,
    ...args: A
  ): Promise<z.infer<S>> {
    await this.#remote.enterFrame(null)
    return z.parse(schema, await this.#run(inPage, args))
  }

  /** Runs a function in the widget's frame. */
  async frame<S extends z.ZodMiniType, A extends readonly unknown[]>(
    schema: S,
    inFrame: DocumentFunction<A>,
    ...args: A
  ): Promise<z.infer<S>> {
    const frame = await this.host(
      elementSchema,
      (selector: string) => document.querySelector(selector),
      widgetFrame,
    )
    await this.#remote.enterFrame(frame)
    return z.parse(schema, await this.#run(inFrame, args))
  }

  async #run<A extends readonly unknown[]>(inDocument: DocumentFunction<A>, args: A): Promise<unknown> {
    const body = `const args = [...arguments], done = args.pop()
      new Promise((resolve) => resolve((${inDocument})(...args))).then(
        (value) => done({ is: 'ok', value }),
        (error) => done({ is: 'failed', message: String(error) }),
      )`
    const outcome = z.parse(z.nullable(outcomeSchema), await this.#remote.execute(body, args))
    if (outcome === null) throw new Error('The document was replaced meanwhile')
    if (outcome.is === 'failed') throw new Error(outcome.message)
    return outcome.value
  }

  /** Moves the mouse through these points of the viewport, and clicks at the last one if requested. */
  async mouse(points: readonly Point[], isPressed = false): Promise<void> {
    const moves = points.map(
      ({ x, y }): PointerAction => ({
        type: 'pointerMove',
        x: Math.round(x),
        y: Math.round(y),
        duration: 0,
      }),
    )
    const clickActions: readonly PointerAction[] = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    const actions = isPressed ? [...moves, ...clickActions] : moves
    await this.#input({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions })
  }

  /** Presses and releases a key. */
  async key(value: string): Promise<void> {
    const actions = [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ] as const
    await this.#input({ type: 'key', id: 'keyboard', actions })
  }

  async #input(source: InputSource): Promise<void> {
    await this.#remote.enterFrame(null)
    await this.#remote.input([source])
  }

  /** A screenshot of the tab, as PNG. */
  async screenshot(): Promise<Buffer> {
    await this.#remote.enterFrame(null)
    return Buffer.from(await this.#remote.screenshot(), 'base64')
  }

  /**
   * Runs `openWindow`, which opens a window, then `inspectWindow` in it. Then closes it, or waits until its document has closed it.
   */
  async inNewWindow(
    openWindow: () => Promise<void>,
    inspectWindow: () => Promise<void>,
    { closesItself = false } = {},
  ): Promise<void> {
    const [initialWindow = '', ...others] = await this.#remote.windows()
    expect(others, 'windows that are open already').toEqual([])
    await openWindow()
    await expect.poll(() => this.#remote.windows(), { message: 'windows' }).toHaveLength(2)
    const opened = (await this.#remote.windows()).find((handle) => handle !== initialWindow) ?? ''
    await this.#remote.enterWindow(opened)
    await expect(async () => {
      expect(await this.host(z.string(), () => location.href)).not.toBe('about:blank')
    }, 'document of the window').toPass({ timeout: 15_000 })
    await inspectWindow()
    if (closesItself)
      await expect
        .poll(() => this.#remote.windows(), { message: 'windows', timeout: 15_000 })
        .toEqual([initialWindow])
    // Its document may have closed the window already.
    if ((await this.#remote.windows()).includes(opened)) await this.#remote.closeWindow().catch(() => {})
    await this.#remote.enterWindow(initialWindow)
  }
}
