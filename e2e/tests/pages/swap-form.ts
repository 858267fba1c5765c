import { expect } from '@playwright/test'
import type { Widget } from './widget.ts'

/** A swap as a user fills it in, by symbols. */
type Swap = { readonly from: string; readonly to: string; readonly amount: string }

/** Native currency that the form starts with. */
const native = ['ETH', 'SOL']

/** Fills the form from Account, and goes on to the review once there is a quote. */
export async function reviewSwap(widget: Widget, { from, to, amount }: Swap): Promise<void> {
  await widget.shows('Account')
  await widget.button('Swap').click()
  await widget.shows('Swap')
  if (!native.includes(from)) {
    await widget.button(/^You pay: /).click()
    await widget.row(from).click()
  }
  await widget.button(/^You receive: /).click()
  await widget.shows('Select token')
  await widget.row(to).click()
  await widget.field('You pay').fill(amount)
  await expect(widget.text(/^New price in \d+ seconds?$/)).toBeVisible()
  await widget.button('Review swap').click()
  await widget.shows('Review swap')
}

/** Presses Swap after a refusal, when price and calls are made anew: a press does nothing in the middle of that. */
export async function swapsAgain(widget: Widget, wallet: string): Promise<void> {
  const swap = widget.button(`Swap in ${wallet}`)
  await expect(async () => {
    if (await swap.isVisible()) await swap.click({ timeout: 1_000 })
    await expect(swap).toBeHidden({ timeout: 1_000 })
  }).toPass({ timeout: 7_000 })
}
