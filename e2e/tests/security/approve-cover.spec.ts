import type { Locator } from '@playwright/test'
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { expect, type Hands, test } from '../fixtures.ts'
import type { Dapp } from '../pages/dapp.ts'
import type { TestWorld } from '../world.ts'

/** What a page may do to the frame: a style, or an element inside the dialog or in the top layer above it. */
type Cover = { readonly css?: string; readonly html?: string; readonly top?: 'popover' | 'dialog' }

const frame = 'dialog[data-drawbridge] iframe'
const over = (style: string, html = '') => `<div style="position:fixed;inset:0;${style}">${html}</div>`

const hiding: Readonly<Record<string, Cover>> = {
  'an opaque element': { html: over('background:#fff') },
  'part of the dialog at 0.99 opacity': { css: 'dialog[data-drawbridge] { opacity: 0.99 !important }' },
  'a crop by clip-path': { css: `${frame} { clip-path: inset(45% 40%) !important }` },
  'a later popover': { top: 'popover' },
}

/** The rest of the matrix of channel §4.1, for `npm run test:long`. */
const more: Readonly<Record<string, Cover>> = {
  'a transparent element': { html: over('background:transparent') },
  'an element that lets the pointer through': { html: over('background:#fff;pointer-events:none') },
  'a pseudo-element': {
    css: 'dialog[data-drawbridge]::after { content: ""; position: fixed; inset: 0; background: #fff }',
  },
  'a canvas': { html: '<canvas style="position:fixed;inset:0;inline-size:100%;block-size:100%"></canvas>' },
  'a second frame': {
    html: '<iframe style="position:fixed;inset:0;inline-size:100%;block-size:100%"></iframe>',
  },
  'a shadow': {
    html: '<div style="position:fixed;inset:50% auto auto 50%;inline-size:1px;block-size:1px;box-shadow:0 0 0 400px #fff"></div>',
  },
  'an outline': {
    html: '<div style="position:fixed;inset:50% auto auto 50%;inline-size:1px;block-size:1px;outline:400px solid #fff"></div>',
  },
  'text that flows over': {
    html: over('font:900 200px/1 sans-serif;overflow-wrap:anywhere', 'W'.repeat(60)),
  },
  'the frame at 0.99 opacity': { css: `${frame} { opacity: 0.99 !important }` },
  'a filter': { css: `${frame} { filter: blur(1px) !important }` },
  'a filter around it': { css: 'dialog[data-drawbridge] { filter: brightness(0.99) !important }' },
  'a rotation': { css: `${frame} { rotate: 1deg !important }` },
  'a blend mode': { css: `${frame} { mix-blend-mode: multiply !important }` },
  'a backdrop filter over it': { html: over('backdrop-filter:blur(2px)') },
  'a tiny scale': { css: `${frame} { scale: 0.2 !important }` },
  'a later dialog': { top: 'dialog' },
  'a place off the screen': { css: `${frame} { translate: 120vw 0 !important }` },
  'a full clip': { css: `${frame} { clip-path: inset(50%) !important }` },
  'a crop of its box': {
    css: `dialog[data-drawbridge] { inline-size: 200px !important; block-size: 200px !important; overflow: clip !important }`,
  },
  'an element in a corner of the frame, away from the panel': {
    html: '<div style="position:fixed;inset:auto 0 0 auto;inline-size:60px;block-size:60px;background:#fff"></div>',
  },
  'a rotation around it': { css: 'dialog[data-drawbridge] { rotate: 1deg !important }' },
  'a blend mode around it': { css: 'dialog[data-drawbridge] { mix-blend-mode: multiply !important }' },
  'a tiny scale around it': { css: 'dialog[data-drawbridge] { scale: 0.2 !important }' },
  'a crop around it': { css: 'dialog[data-drawbridge] { clip-path: inset(45% 40%) !important }' },
}

const benign: Readonly<Record<string, Cover>> = {
  'the highest element of the page': {
    css: 'body::before { content: ""; position: fixed; inset: 0; z-index: 2147483647; background: #fff }',
  },
  'a small move': { css: `${frame} { translate: 2px 2px !important }` },
  'round corners': { css: `${frame} { border-radius: 12px !important }` },
  'no cursor': { css: `${frame} { cursor: none !important }` },
}

const moreBenign: Readonly<Record<string, Cover>> = {
  'a larger scale': { css: `${frame} { scale: 1.05 !important }` },
  'a blurred backdrop': {
    css: 'dialog[data-drawbridge]::backdrop { backdrop-filter: blur(8px) !important }',
  },
  'a fade that has ended': {
    css: '@keyframes fade { from { opacity: 0.5 } } dialog[data-drawbridge] { animation: fade 1ms !important }',
  },
}

/** No browser tells of these (channel T11): there the window of the wallet itself has the last word. */
const unnoticed: Readonly<Record<string, Cover>> = {
  'a mask over all of it': { css: `${frame} { mask-image: linear-gradient(#0000, #0000) !important }` },
  'a mask over a part': { css: `${frame} { mask-image: linear-gradient(#000 40%, #0000 60%) !important }` },
}

const put = (dapp: Dapp, cover: Cover) =>
  dapp.page.evaluate(({ css, html, top }) => {
    const style = document.createElement('style')
    style.textContent = css ?? ''
    document.head.append(style)
    const holder = document.createElement(top === 'dialog' ? 'dialog' : 'div')
    holder.innerHTML = html ?? ''
    if (top !== undefined) {
      holder.setAttribute('style', 'position:fixed;inset:0;margin:0;inline-size:100vw;block-size:100vh')
      holder.textContent = 'Nothing to see here'
    }
    const dialog = document.querySelector('dialog[data-drawbridge]')
    if (html !== undefined) dialog?.append(holder)
    if (top !== undefined) document.body.append(holder)
    if (top === 'popover') {
      holder.popover = 'manual'
      holder.showPopover()
    }
    if (holder instanceof HTMLDialogElement) holder.showModal()
    Object.assign(window, {
      uncover: () => {
        style.remove()
        holder.remove()
      },
    })
  }, cover)
const take = (dapp: Dapp) => dapp.page.evaluate(() => Reflect.get(window, 'uncover')())

async function askForApproval(dapp: Dapp, hands: Hands, world: TestWorld) {
  const [{ address: from }] = hands.harbour
  await dapp.open()
  await dapp.connect()
  const args = [from, maxUint256] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
  const answer = dapp.request('eth_sendTransaction', [
    { from, to: world.chain(1).token('USDC').address, data },
  ])
  const approve = dapp.widget.button('Continue in Harbour Wallet')
  // Nobody can have read it in the moment it appears (test 30).
  await expect(approve).toBeDisabled()
  await expect(approve).toBeEnabled()
  return { answer, approve }
}

/** What changes nothing that the browser tells; it would within 100 ms, by then the picture has been drawn some ten times. */
async function leaveOn(dapp: Dapp, approve: Locator, covers: typeof hiding): Promise<void> {
  for (const [name, cover] of Object.entries(covers)) {
    await put(dapp, cover)
    await dapp.page.evaluate(async () => {
      for (let frames = 0; frames < 15; frames += 1) await new Promise(requestAnimationFrame)
    })
    await expect(approve, name).toBeEnabled()
    await take(dapp)
  }
}

test('error: what the page lays over the review, or cuts off, turns Continue off; what changes nothing does not (test 28)', async ({
  dapp,
  hands,
  world,
}) => {
  test.slow()
  const { answer, approve } = await askForApproval(dapp, hands, world)
  await leaveOn(dapp, approve, benign)
  for (const [name, cover] of Object.entries(hiding)) {
    await put(dapp, cover)
    await expect(approve, name).toBeDisabled()
    if (name === 'an opaque element') await dapp.widget.says('Part of this window cannot be seen')
    await take(dapp)
    await expect(approve, `after ${name}`).toBeEnabled()
  }
  await dapp.widget.button('Cancel').click()
  expect(await answer).toMatchObject({ code: 4001 })
})

test('error: everything else that hides the review turns Continue off (test 28) @long', async ({
  dapp,
  hands,
  world,
}) => {
  test.slow()
  const { answer, approve } = await askForApproval(dapp, hands, world)
  for (const [name, cover] of Object.entries(more)) {
    await put(dapp, cover)
    await expect(approve, name).toBeDisabled()
    // It is so for good, not while the panel finds its place.
    await dapp.widget.says('Part of this window cannot be seen')
    await expect(approve, name).toBeDisabled()
    await take(dapp)
    await expect(approve, `after ${name}`).toBeEnabled()
  }
  await leaveOn(dapp, approve, { ...moreBenign, ...unnoticed })
  expect(await dapp.wallet().asked()).not.toContain('eth_sendTransaction')
  await dapp.widget.button('Cancel').click()
  expect(await answer).toMatchObject({ code: 4001 })
})
