import { expect } from '@playwright/test'
import * as z from 'zod/mini'
import { outcomeIn, type Row, redressHere, rows, subset } from '../security/redress-rows.ts'
import { stranger } from '../stranger.ts'
import type { EngineDapp } from './engine-dapp.ts'
import { keys } from './engine-page.ts'
import { test } from './fixtures.ts'
import type { EngineName } from './remote.ts'
import { asksForApproval } from './reviews.ts'

/** What a browser reports of a change has come after so many ms. */
const reportMs = 300
/** In this many ms a gate that was only moved would be armed again. */
const rearmMs = 1_000

/** A place over the panel, away from its controls, and one that measures the scale from there. */
const overPanel = [
  { x: 620, y: 380 },
  { x: 660, y: 420 },
] as const

/** Runs rows against a gated control of the view on screen, which is armed before and after each. */
async function runs(
  dapp: EngineDapp,
  control: string,
  some: readonly Row[],
  engine: EngineName,
): Promise<void> {
  const { widget, page } = dapp
  const before = await dapp.prompts()
  for (const row of some) {
    const [name, , what] = row
    const outcome = outcomeIn(engine, row)
    if (outcome === 'absent') continue
    await widget.is(control, 'armed', `before ${name}`)
    // A page may go to fullscreen within a moment of a key or a press.
    if (what.script === 'fullscreen') await page.key(keys.tab)
    await page.host(z.unknown(), redressHere, what)
    if (what.script === 'fullscreen')
      await expect.poll(() => page.host(z.boolean(), () => document.fullscreenElement !== null)).toBe(true)
    if (outcome === 'refused') {
      await widget.is(control, 'waiting', name)
      await dapp.draws(rearmMs)
      expect(await widget.state(control), name).toBe('waiting')
      await widget.pressKey(control)
      expect(await dapp.prompts(), name).toBe(before)
    } else {
      await dapp.draws(reportMs)
      // A change of size arms anew.
      await widget.is(control, 'armed', name)
    }
    if (outcome === 'mouse') {
      await page.mouse(overPanel)
      await widget.is(control, 'waiting', `${name}, mouse moved`)
    }
    await dapp.undoRedress()
    if (outcome === 'mouse') await page.mouse(overPanel)
  }
  await widget.is(control, 'armed')
  expect(await dapp.prompts()).toBe(before)
}

test('R4, R9 › redressed review › outcome of each row in this engine', async ({ dapp, wallets, engine }) => {
  test.setTimeout(300_000)
  await dapp.open({ wallets })
  await dapp.connect()
  const answer = await asksForApproval(dapp)
  await runs(dapp, 'Continue in Harbour Wallet', rows, engine)
  expect(await dapp.asked()).not.toContain('eth_sendTransaction')
  await dapp.widget.pressKey('Cancel')
  await expect.poll(answer).toMatchObject({ code: 4001 })
})

test('R9 › redressed wallet rows › outcome of each row in this engine', async ({ dapp, wallets, engine }) => {
  await dapp.open({ wallets })
  await dapp.openModal()
  await runs(dapp, 'Harbour Wallet', subset, engine)
})

test('R9 › redressed sign-in › outcome of each row in this engine', async ({ dapp, wallets, engine }) => {
  await dapp.open({ wallets, config: { siwx: { mode: 'hosted' } } })
  const widget = await dapp.openModal()
  await widget.press('Harbour Wallet')
  await dapp.answers(true)
  await widget.says('Sign in')
  await runs(dapp, 'Sign', subset, engine)
})

test('R9 › redressed send review › outcome of each row in this engine', async ({ dapp, wallets, engine }) => {
  await dapp.open({ wallets })
  await dapp.connect()
  await dapp.page.host(z.null(), () => {
    // By the page's own JSON: objects of Firefox's driver are of a realm of their own.
    window.bridge.openModal(window.JSON.parse('{ "view": "WalletSend" }')).catch(() => {})
    return null
  })
  await dapp.isOpen(true)
  const { widget } = dapp
  await widget.press('Select token')
  await widget.press('ETH')
  await widget.type('Amount', '0.01')
  await widget.type('To', stranger())
  await widget.press('Review')
  await widget.press('I compared the address')
  await runs(dapp, 'Send in Harbour Wallet', subset, engine)
})
