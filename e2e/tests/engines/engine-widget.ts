import { expect } from '@playwright/test'
import * as z from '#shared/zod.ts'
import { type EnginePage, keys } from './engine-page.ts'

/** `waiting` is on screen and rejects clicks. */
const stateSchema = z.enum(['absent', 'waiting', 'armed'])
const gateStateSchema = z.enum(['none', 'closed', 'arming', 'armed'])
const pointSchema = z.object({ x: z.number(), y: z.number() })
const frameSchema = z.object({ x: z.number(), y: z.number(), scale: z.number() })

/** Runs in the widget's document: finds the control whose text equals or starts with a name, and performs an action. */
function onControl(name: string, act: 'state' | 'stage' | 'place' | 'focus' | 'hover') {
  const controls = [...document.querySelectorAll<HTMLElement>('button, a, label')].filter((each) =>
    each.checkVisibility(),
  )
  const textOf = (each: Element) => (each.getAttribute('aria-label') ?? each.textContent ?? '').trim()
  const control =
    controls.find((each) => textOf(each) === name) ?? controls.find((each) => textOf(each).startsWith(name))
  if (act === 'state') {
    if (control === undefined) return 'absent'
    return control.closest('[aria-disabled="true"], :disabled') ? 'waiting' : 'armed'
  }
  if (act === 'stage') return control?.closest<HTMLElement>('[data-gate]')?.dataset.gate ?? 'none'
  if (act === 'hover') return control?.matches(':hover') ?? false
  if (control === undefined) throw new Error(`There is no control ${name}`)
  if (act === 'focus') {
    control.focus()
    return null
  }
  control.scrollIntoView({ block: 'nearest' })
  const { x, y, width, height } = control.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

/** Runs in the widget's document: selects the content of the field with this label, or reads it; null once it has gone. */
function onField(label: string, act: 'focus' | 'value') {
  const labels = [...document.querySelectorAll('label')].filter((each) => each.checkVisibility())
  const field = labels.find((each) => (each.textContent ?? '').trim().startsWith(label))?.control
  if (field === undefined && act === 'value') return null
  if (!(field instanceof HTMLInputElement)) throw new Error(`There is no field ${label}`)
  if (act === 'value') return field.value
  field.focus()
  field.select()
  return null
}

/** Page object of the widget's document, in its frame or in a separate tab. */
export class EngineWidget {
  readonly page: EnginePage
  readonly #where: 'frame' | 'host'

  constructor(page: EnginePage, where: 'frame' | 'host') {
    this.page = page
    this.#where = where
  }

  /** Runs a function in the widget's document. */
  run<S extends z.ZodMiniType, A extends readonly unknown[]>(
    schema: S,
    inWidget: (...args: A) => unknown,
    ...args: A
  ): Promise<z.infer<S>> {
    return this.page[this.#where](schema, inWidget, ...args)
  }

  /** The state of a control, found by its text or the start of it. */
  state(name: string): Promise<z.infer<typeof stateSchema>> {
    return this.run(stateSchema, onControl, name, 'state')
  }

  async hasState(name: string, state: z.infer<typeof stateSchema>, about = name): Promise<void> {
    await expect.poll(() => this.state(name), { message: about, timeout: 15_000 }).toBe(state)
  }

  /** The state of the gate around a control; `none` without a gate. */
  gateState(name: string): Promise<z.infer<typeof gateStateSchema>> {
    return this.run(gateStateSchema, onControl, name, 'stage')
  }

  /** Waits until a text is on screen. */
  async showsText(text: string): Promise<void> {
    // A new window has no body yet.
    const shown = () => this.run(z.string(), () => document.querySelector('body')?.textContent ?? '')
    await expect.poll(shown, text).toContain(text)
  }

  async focus(name: string): Promise<void> {
    await this.run(z.null(), onControl, name, 'focus')
  }

  /** Moves the mouse over a control and clicks it once it is armed. */
  async click(name: string): Promise<void> {
    await expect.poll(() => this.state(name), { message: name, timeout: 15_000 }).not.toBe('absent')
    // A view that is still loading moves its controls, and the driver's input arrives later than its scripts: retry.
    await expect(async () => {
      const at = await this.#placeOf(name)
      await this.page.mouse([{ x: at.x - 20, y: at.y - 2 }, at])
      expect(await this.run(z.boolean(), onControl, name, 'hover')).toBe(true)
    }, `the mouse over ${name}`).toPass({ timeout: 15_000 })
    await this.hasState(name, 'armed')
    await this.page.mouse([await this.#placeOf(name)], true)
  }

  /** Focuses a control and presses Enter. */
  async pressEnter(name: string): Promise<void> {
    await this.focus(name)
    await this.page.key(keys.enter)
  }

  /** Types into the field with a label. A view that is still moving takes the focus for its first field: then retried. */
  async type(label: string, text: string): Promise<void> {
    await expect(async () => {
      await this.run(z.null(), onField, label, 'focus')
      for (const character of text) await this.page.key(character)
      // A field that is complete may submit itself.
      expect([text, null]).toContain(await this.run(z.nullable(z.string()), onField, label, 'value'))
    }, `text in ${label}`).toPass({ timeout: 15_000 })
  }

  /** The center of a control, in CSS px of the tab. */
  async #placeOf(name: string): Promise<z.infer<typeof pointSchema>> {
    const place = await this.run(pointSchema, onControl, name, 'place')
    if (this.#where === 'host') return place
    const frame = await this.page.host(frameSchema, () => {
      const element = document.querySelector<HTMLElement>('iframe[src*="/embed/1/"]')
      if (element === null) throw new Error('There is no frame')
      const { x, y, width } = element.getBoundingClientRect()
      return { x, y, scale: width / element.offsetWidth }
    })
    return { x: frame.x + place.x * frame.scale, y: frame.y + place.y * frame.scale }
  }
}
