import * as z from '#shared/zod.ts'
import { keys } from './engine-page.ts'
import { expect, test } from './fixtures.ts'

const placeSchema = z.object({ x: z.number(), y: z.number() })

test('mouse rests where the modal opens › first click on a row › accepted', async ({ dapp, wallets }) => {
  await dapp.open({ wallets })
  const widget = await dapp.openModal()
  await widget.hasState('Harbour Wallet', 'armed')
  const place = await widget.run(placeSchema, () => {
    const rows = [...document.querySelectorAll('li button')]
    const row = rows.find(({ textContent }) => textContent?.startsWith('Harbour Wallet'))
    const { x, y, width, height } = row?.getBoundingClientRect() ?? new DOMRect()
    return { x: x + width / 2, y: y + height / 2 }
  })
  await dapp.page.key(keys.escape)
  await dapp.isOpen(false)
  await dapp.page.host(
    z.null(),
    (left: number, top: number) => {
      const style = { position: 'fixed', left: `${left - 20}px`, top: `${top - 20}px`, zIndex: '9' }
      Object.assign(document.querySelector<HTMLElement>('#connect')?.style ?? {}, style)
      return null
    },
    place.x,
    place.y,
  )
  await dapp.page.mouse([place], true)
  await dapp.isOpen(true)
  await widget.hasState('Harbour Wallet', 'armed')
  // Wait longer than the double-click interval: the gate rejects the second click of a double click.
  await dapp.renderFor(1_000)
  await dapp.page.mouse([], true)
  await dapp.decide(true)
  await expect.poll(() => dapp.account()).not.toBeNull()
})
