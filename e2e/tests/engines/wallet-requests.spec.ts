import * as z from '#shared/zod.ts'
import { applyRedress } from '../security/redress-page.ts'
import { type Row, rows } from '../security/redress-rows.ts'
import type { EngineDapp } from './engine-dapp.ts'
import { expect, test } from './fixtures.ts'
import { requestApproval } from './reviews.ts'

const gateSchema = z.array(z.tuple([z.number(), z.string()]))

/** Records the states of the first gate in the widget, with the time at which each began, in ms. */
async function recordGate(dapp: EngineDapp): Promise<() => Promise<z.infer<typeof gateSchema>>> {
  await dapp.widget.run(z.null(), () => {
    const states: (readonly [number, string])[] = []
    const record = () => {
      const state = document.querySelector<HTMLElement>('footer [data-gate]')?.dataset.gate
      if (state === undefined || states.at(-1)?.[1] === state) return
      states.push([performance.now(), state])
      document.documentElement.dataset.gates = JSON.stringify(states)
    }
    new MutationObserver(record).observe(document, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-gate'],
    })
    return null
  })
  return () => dapp.widget.run(gateSchema, () => JSON.parse(document.documentElement.dataset.gates ?? '[]'))
}

test('extension wallet › connected, request after a review › result reaches the page', async ({
  dapp,
  wallets,
}) => {
  await dapp.open({ wallets })
  await dapp.connect()
  const gate = await recordGate(dapp)
  const answer = await requestApproval(dapp)
  await dapp.widget.showsText('Review request')
  await dapp.widget.showsText('Unlimited')
  await dapp.widget.hasState('Continue in Harbour Wallet', 'armed')
  const states = await gate()
  const [shownAt = 0] = states.at(0) ?? []
  const [armedAt = 0] = states.at(-1) ?? []
  expect(armedAt - shownAt).toBeGreaterThanOrEqual(800)
  await dapp.widget.click('Continue in Harbour Wallet')
  await dapp.decide(true)
  await expect.poll(answer, { message: 'answer to the page' }).toMatchObject({ is: 'ok' })
  await dapp.isOpen(false)
})

test('extension wallet › review covered, key pressed › undetected, wallet prompts', async ({
  dapp,
  wallets,
}) => {
  await dapp.open({ wallets })
  await dapp.connect()
  const answer = await requestApproval(dapp)
  await dapp.widget.hasState('Continue in Harbour Wallet', 'armed')
  const cover = rows.find(([name]) => name === 'an opaque element')
  await dapp.page.host(z.null(), applyRedress, cover?.[2] ?? {})
  await dapp.renderFor(300)
  await dapp.widget.pressEnter('Continue in Harbour Wallet')
  await dapp.decide(false)
  await expect.poll(answer, { message: 'answer to the page' }).toMatchObject({ code: 4001 })
})

test('phone, origin not listed › approved in the confirm window › the phone gets it', async ({
  dapp,
  phone,
  world,
}) => {
  await dapp.open({ project: 'empty' })
  await dapp.connectPhone(phone)
  const answer = await requestApproval(dapp)
  await dapp.widget.hasState('Review in a new window', 'armed')
  await dapp.inConfirmWindow(
    () => dapp.widget.click('Review in a new window'),
    async (window) => {
      await window.showsText('Unlimited')
      await window.showsText(world.stack.dapp.origin)
      expect(await phone.asked()).toEqual(['proposal'])
      await window.click('Continue in')
      await expect.poll(() => phone.asked()).toEqual(['proposal', 'eth_sendTransaction'])
    },
  )
  await expect.poll(answer, { message: 'answer to the page' }).toMatchObject({ is: 'ok' })
})

test('phone, origin not listed, redressed review › decided in an uncovered window', async ({
  dapp,
  phone,
  world,
}) => {
  test.setTimeout(180_000)
  await dapp.open({ project: 'empty' })
  await dapp.connectPhone(phone)
  const isIncluded = ([name, outcome]: Row) => outcome === 'window' || name === 'an opaque element'
  // A cover, a crop and a mask in each run.
  const isLong = process.env.DRAWBRIDGE_LONG === '1'
  for (const [name, , change] of rows.filter(isIncluded).filter((_, at) => isLong || at % 2 === 0)) {
    const answer = await requestApproval(dapp)
    await dapp.widget.hasState('Review in a new window', 'armed', name)
    expect(await dapp.widget.state('Continue in'), name).toBe('absent')
    await dapp.page.host(z.null(), applyRedress, change)
    await dapp.renderFor(300)
    // The widget accepts the key: this engine does not detect the change. It opens the confirm window, which requires a click.
    await dapp.inConfirmWindow(
      () => dapp.widget.pressEnter('Review in a new window'),
      async (window) => {
        await window.showsText('Unlimited')
        await window.showsText(world.stack.dapp.origin)
        expect(await phone.asked(), name).toEqual(['proposal'])
        await window.click('Cancel')
      },
    )
    await expect.poll(answer, { message: name }).toMatchObject({ code: 4001 })
    await dapp.undoRedress()
  }
  expect(await phone.asked()).toEqual(['proposal'])
})
