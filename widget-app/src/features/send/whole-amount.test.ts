import { expect, it, onTestFinished, vi } from 'vitest'
import { formatTokenAmount } from '#shared/amount/format-amount.ts'
import { beginTransactionAtom } from '#widget/kernel/journal.ts'
import { testWorld } from '#widget/kernel/test-world.ts'
import { chooseMaxAtom } from './bind.ts'
import { amountTextAtom, previewTextsAtom } from './display.ts'
import { previewAtom, problemsAtom } from './form.ts'
import { entryAmountAtom } from './progress.ts'
import {
  balanceRoutes,
  connection,
  etherEntry,
  ethereum,
  openSend,
  receiver,
  sendOptions,
} from './send-world.ts'
import { sendStateAtom } from './state.ts'

const dust = {
  ...etherEntry,
  ...{ name: 'Dust', symbol: 'DUST', address: `${ethereum}:0x${'d'.repeat(40)}`, price: '1' },
  quantity: { decimals: '30', numeric: '0.000000000000000000000000000123' },
}

it.each([
  ['en', '<0.01', '0.000000000000000000000000000123'],
  ['de', '<0,01', '0,000000000000000000000000000123'],
])(
  'behavior: a quantity that a list floors to nothing is whole in the input, the review and the receipt (%s)',
  async (locale, listed, whole) => {
    const world = testWorld(
      sendOptions({}, { routes: balanceRoutes([etherEntry, dust]), config: { locale } }),
    )
    openSend(world, { name: 'WalletSend', assetAddress: `0x${'d'.repeat(40)}`, to: receiver })
    const { store } = world
    for (const one of [problemsAtom, amountTextAtom, previewAtom, previewTextsAtom, entryAmountAtom])
      onTestFinished(store.sub(one, () => undefined))
    store.set(chooseMaxAtom)
    await vi.waitFor(() => expect(store.get(previewAtom)).toBeDefined())
    const preview = store.get(previewAtom)
    if (!preview) throw new Error('The form is filled in')
    const { transfer } = preview
    expect(formatTokenAmount(transfer.value, transfer.asset.decimals, locale)).toBe(listed)
    expect(store.get(amountTextAtom)).toBe(whole)
    expect(store.get(previewTextsAtom)?.amount).toBe(`${whole} DUST`)
    const entryId = store.set(beginTransactionAtom, connection, transfer)
    for (const event of [{ is: 'reviewed' }, { is: 'confirmed' }, { is: 'asked', entryId }] as const)
      store.set(sendStateAtom, event)
    expect(store.get(entryAmountAtom)?.amount).toBe(whole)
  },
)
