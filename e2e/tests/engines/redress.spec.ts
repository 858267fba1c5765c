import { expect } from '@playwright/test'
import * as z from '#shared/zod.ts'
import { randomAddress } from '../random-address.ts'
import { isInRotation, rotation } from '../rotating-tests.ts'
import { applyRedress, moveFrameBack } from '../security/redress-page.ts'
import { forList, outcomeIn, type Row, rows, shareOf } from '../security/redress-rows.ts'
import type { EngineDapp } from './engine-dapp.ts'
import { keys } from './engine-page.ts'
import type { EngineWidget } from './engine-widget.ts'
import { test } from './fixtures.ts'
import type { EngineName } from './remote.ts'
import { requestApproval } from './reviews.ts'

/** A browser reports a change within this time in ms. */
const reportMs = 300
/** A gate that closed briefly arms again within this time in ms. */
const rearmMs = 1_000

/** A point over the panel, away from its controls, and a second one from which the widget measures the scale. */
const overPanel = [
  { x: 620, y: 380 },
  { x: 660, y: 420 },
] as const

/** Views with a gate. Each runs a twelfth of the rows, which depends on the commit; the long run has all. */
const views = ['wallet rows', 'sign-in', 'send review', 'request review'] as const
const shareCount = 3 * views.length
const rowsOf = (view: (typeof views)[number]): readonly Row[] =>
  process.env.DRAWBRIDGE_LONG === '1'
    ? rows
    : shareOf((views.indexOf(view) * 3 + rotation) % shareCount, { of: shareCount })

type Register = (title: string, body: Parameters<typeof test>[2]) => void

const skipTest: Register = () => undefined

/** Registers the test of a view if it is in this run: two of the four; the long run has all. */
const testOf = (view: (typeof views)[number]): Register =>
  isInRotation(views.indexOf(view), { of: 2 }) ? test : skipTest

/** Records whether a gate on screen is unarmed at any time from now on: rows arm again within 200 ms. */
const recordUnarmed = (widget: EngineWidget) =>
  widget.run(z.null(), () => {
    const { dataset } = document.documentElement
    delete dataset.unarmed
    for (const gate of document.querySelectorAll<HTMLElement>('[data-gate]'))
      new MutationObserver(() => {
        if (gate.dataset.gate !== 'armed') dataset.unarmed = ''
      }).observe(gate, { attributeFilter: ['data-gate'] })
    return null
  })

const wasUnarmed = (widget: EngineWidget) =>
  widget.run(z.boolean(), () => 'unarmed' in document.documentElement.dataset)

/** Runs rows against a gated control of the view on screen, which is armed before and after each. */
async function runRows(
  dapp: EngineDapp,
  control: string,
  selected: readonly Row[],
  engine: EngineName,
): Promise<void> {
  const { widget, page } = dapp
  const before = await dapp.prompts()
  for (const row of selected) {
    const [name, , change] = row
    const outcome = outcomeIn(engine, row)
    if (outcome === 'absent') continue
    const hasGateState = (stage: 'closed' | 'armed') =>
      expect
        .poll(() => widget.gateState(control), { message: name, timeout: 15_000, intervals: [20] })
        .toBe(stage)
    await hasGateState('armed')
    // Entering fullscreen requires a recent key press or click (transient activation).
    if (change.script === 'fullscreen') await page.key(keys.tab)
    await page.host(z.null(), applyRedress, change)
    if (change.script === 'fullscreen')
      await expect.poll(() => page.host(z.boolean(), () => document.fullscreenElement !== null)).toBe(true)
    if (change.script === 'jump') {
      await page.mouse(overPanel)
      await widget.hasState(control, 'armed', name)
      await recordUnarmed(widget)
      await page.host(z.null(), moveFrameBack)
      // Until the frame is rendered there, Firefox sends mouse events to its earlier position.
      const movesUnarmed = async () => {
        await page.mouse(overPanel)
        return wasUnarmed(widget)
      }
      await expect.poll(movesUnarmed, { message: name, timeout: 15_000 }).toBe(true)
    } else if (outcome === 'refused') {
      // A gliding frame closes and opens the gate; the other rows close it.
      if (change.script === undefined) await hasGateState('closed')
      else await dapp.renderFor(rearmMs)
      await widget.hasState(control, 'waiting', name)
      await widget.pressEnter(control)
      // The gate stays closed, although the panel may briefly outgrow the frame to show the message.
      if (change.script === undefined) await hasGateState('closed')
      expect(await dapp.prompts(), name).toBe(before)
    } else {
      await dapp.renderFor(reportMs)
      // A change of size makes the gate arm again.
      await widget.hasState(control, 'armed', name)
    }
    if (outcome === 'mouse') {
      await page.mouse(overPanel)
      await widget.hasState(control, 'waiting', `${name}, mouse moved`)
    }
    await dapp.undoRedress()
    // Wait for rendered frames: nothing else shows that the change is reverted before the next row.
    if (outcome !== 'refused') await dapp.renderFor(reportMs)
    if (outcome === 'mouse') await page.mouse(overPanel)
  }
  await widget.hasState(control, 'armed')
  expect(await dapp.prompts()).toBe(before)
}

testOf('request review')(
  'R4, R9 › redressed review › outcome of each row in this engine',
  async ({ dapp, wallets, engine }) => {
    test.setTimeout(300_000)
    await dapp.open({ wallets })
    await dapp.connect()
    const answer = await requestApproval(dapp)
    await runRows(dapp, 'Continue in Harbour Wallet', rowsOf('request review'), engine)
    expect(await dapp.requestedMethods()).not.toContain('eth_sendTransaction')
    await dapp.widget.pressEnter('Cancel')
    await expect.poll(answer).toMatchObject({ code: 4001 })
  },
)

testOf('wallet rows')(
  'R9 › redressed wallet rows › outcome of each row in this engine',
  async ({ dapp, wallets, engine }) => {
    test.setTimeout(300_000)
    await dapp.open({ wallets })
    await dapp.openModal()
    // A mouse that enters the frame does not make rows arm again (docs/security.md), and Firefox reports some jumps as that.
    const selected = rowsOf('wallet rows').filter(([, , { script }]) => script !== 'jump')
    await runRows(dapp, 'Harbour Wallet', selected.map(forList), engine)
  },
)

testOf('sign-in')(
  'R9 › redressed sign-in › outcome of each row in this engine',
  async ({ dapp, wallets, engine }) => {
    test.setTimeout(300_000)
    await dapp.open({ wallets, config: { siwx: { mode: 'hosted' } } })
    const widget = await dapp.openModal()
    await widget.click('Harbour Wallet')
    await dapp.decide(true)
    await widget.showsText('Sign in')
    await runRows(dapp, 'Sign', rowsOf('sign-in'), engine)
  },
)

testOf('send review')(
  'R9 › redressed send review › outcome of each row in this engine',
  async ({ dapp, wallets, engine }) => {
    test.setTimeout(300_000)
    await dapp.open({ wallets })
    await dapp.connect()
    await dapp.page.host(z.null(), () => {
      // Parse with the page's JSON: objects of Firefox's driver belong to another realm.
      window.bridge.openModal(window.JSON.parse('{ "view": "WalletSend" }')).catch(() => {})
      return null
    })
    await dapp.isOpen(true)
    const { widget } = dapp
    await widget.click('Select token')
    await widget.click('ETH')
    await widget.type('Amount', '0.01')
    await widget.type('To', randomAddress())
    await widget.click('Review')
    await widget.click('I’ve checked the address')
    await runRows(dapp, 'Send in Harbour Wallet', rowsOf('send review'), engine)
  },
)
