import { expect } from '@playwright/test'
import * as z from 'zod/mini'
import { elementSchema, type InputSource, type PointerAction, type Remote } from './remote.ts'

const outcomeSchema = z.union([
  z.object({ is: z.literal('ok'), value: z.optional(z.unknown()) }),
  z.object({ is: z.literal('failed'), message: z.string() }),
])

type Place = { readonly x: number; readonly y: number }

/** A function that runs in a document: it takes and returns JSON, and sees nothing around it. */
type InDocument<A extends readonly unknown[]> = (...args: A) => unknown

/** Keys by WebDriver's code points (§15.4.2), and characters as they are. */
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

  /** Leaves the page, which keeps nothing: the wallets of the next one ask again. */
  async forget(): Promise<void> {
    await this.host(z.null(), () => {
      if (location.protocol === 'http:') localStorage.clear()
      return null
    })
    await this.goto('about:blank')
  }

  /** Runs a function in the tab's own document; its result, or that of its promise, has to be of the schema. */
  async host<S extends z.ZodMiniType, A extends readonly unknown[]>(
    schema: S,
    inPage: InDocument<A>,
    ...args: A
  ): Promise<z.infer<S>> {
    await this.#remote.enterFrame(null)
    return z.parse(schema, await this.#run(inPage, args))
  }

  /** Runs a function in the widget's frame. */
  async frame<S extends z.ZodMiniType, A extends readonly unknown[]>(
    schema: S,
    inFrame: InDocument<A>,
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

  async #run<A extends readonly unknown[]>(inDocument: InDocument<A>, args: A): Promise<unknown> {
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

  /** Moves the mouse over the viewport, in steps as a user does, and clicks at the last place if requested. */
  async mouse(places: readonly Place[], isPressed = false): Promise<void> {
    const moves = places.map(
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

  /** A picture of the tab, as PNG. */
  async picture(): Promise<Buffer> {
    await this.#remote.enterFrame(null)
    return Buffer.from(await this.#remote.picture(), 'base64')
  }

  /** Does something that opens a window and acts in that, which is closed after. */
  async inNewWindow(opens: () => Promise<void>, acts: () => Promise<void>): Promise<void> {
    const [own = '', ...others] = await this.#remote.windows()
    expect(others, 'windows that are open already').toEqual([])
    await opens()
    await expect.poll(() => this.#remote.windows(), { message: 'windows' }).toHaveLength(2)
    const opened = (await this.#remote.windows()).find((handle) => handle !== own) ?? ''
    await this.#remote.enterWindow(opened)
    await acts()
    // A window that has opened may be closed by its document.
    if ((await this.#remote.windows()).includes(opened)) await this.#remote.closeWindow().catch(() => {})
    await this.#remote.enterWindow(own)
  }
}
